import { legible, type Token, tokensOf } from '../number-tokens.ts'
import type { Reading } from '../numerals.ts'
import { folded, NUMBER_WORDS } from '../quantity-words.ts'
import { numbersIn } from '../written-numbers.ts'
import { isTimeOf, timesIn, type WrittenTime } from './dates-in.ts'
import { measureStems } from './measure-words.ts'
import { ratiosIn } from './ratio-words.ts'
import type { Measure, ResultFacts } from './result-facts.ts'

/** How a stated number relates to the value it stands for. */
type NumberBound = 'about' | 'nearly' | 'above' | 'below' | 'least' | 'most'

export interface Figure {
  readonly start: number
  readonly end: number
  readonly readings: readonly Reading[]
  /** Percent: a hundredth of the written number; likewise fractions and multiples in words. */
  readonly scale: 'plain' | 'ratio' | 'multiple' | 'points'
  readonly bound: NumberBound | undefined
  readonly isWord: boolean
  readonly isMoney: boolean
  readonly isNegative: boolean
  readonly isCounting: boolean
  /** As written, in lower case. */
  readonly text: string
  readonly next: string
  readonly before: string
}

/** Rows named in a text by a name, a month or a quarter. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly rows: readonly number[]
  /** The column with the name; times have none. */
  readonly column?: string
}

interface NamedMeasure {
  readonly start: number
  readonly end: number
  readonly measures: readonly Measure[]
}

/** Intersects mentions in different columns: "online sales in Germany". Undefined if no row has all of them. */
const joined = (mentions: readonly Mention[]): readonly Mention[] | undefined => {
  const byColumn = Map.groupBy(mentions, ({ column }) => column)
  const lists = [...byColumn.values()]
  if (lists.length < 2) return mentions
  const single = lists.every((list) => new Set(list.map(({ rows }) => rows.join())).size === 1)
  if (single) {
    const [first, ...others] = lists.map(([mention]) => mention)
    if (first === undefined) return mentions
    const rows = others.reduce((all, other) => all.filter((row) => other?.rows.includes(row)), first.rows)
    return rows.length === 0 ? undefined : [{ ...first, rows }]
  }
  // With as many names as times, each name belongs to one time; otherwise the names determine the rows.
  return mentions.filter(({ column }) => column === lists[0]?.[0]?.column)
}

/** A part of a sentence with one statement, and what it refers to. */
export interface Clause {
  readonly text: string
  readonly start: number
  readonly figures: readonly Figure[]
  readonly mentions: readonly Mention[]
  readonly named: readonly NamedMeasure[]
}

export interface SentenceParts {
  /** The visible sentence, in lower case. */
  readonly text: string
  readonly words: readonly string[]
  readonly clauses: readonly Clause[]
  /** Times in no row, and years: to be found in the question. */
  readonly times: readonly WrittenTime[]
  /** Whether names and times are combined that no row combines. */
  readonly isTorn: boolean
}

export const sentenceParts = (
  sentence: string,
  facts: ResultFacts,
  isTimeKnown: (time: WrittenTime, all: string) => boolean,
): SentenceParts => {
  const plain = legible(sentence)
  const { times: written, rest } = timesIn(plain)
  const times = written.filter((time) => !isPlainNumber(time, facts, () => isTimeKnown(time, plain)))
  const mentions: Mention[] = []
  const unknown: WrittenTime[] = []
  for (const time of times) {
    const rows = rowsAt(time, facts)
    if (rows.length > 0 && !(rows.length === facts.size && !facts.isSeries))
      mentions.push({ start: time.start, end: time.end, rows })
    else if (rows.length === 0 && !isYearOfColumn(time, facts) && !isTimeKnown(time, plain)) unknown.push(time)
  }
  const unread = written.filter((time) => !times.includes(time))
  const seen = unread.reduce(
    (text, { start, end }) => text.slice(0, start) + plain.slice(start, end) + text.slice(end),
    rest,
  )
  const tokens = tokensOf(seen)
  const named = namesIn(plain, tokens, facts)
  mentions.push(...named)
  const withoutNames = named.reduce((text, { start, end }) => blank(text, start, end), seen)
  const halves = halvesIn(withoutNames, plain)
  const { ratios, rest: left } = ratiosIn(
    halves.reduce((text, { start, end }) => blank(text, start, end), withoutNames),
  )
  const figures = [
    ...halves,
    ...ratios.map(
      ({ start, end, value, isMultiple }): Figure => ({
        ...around(plain, start, end),
        readings: [{ value, step: 0 }],
        scale: isMultiple ? 'multiple' : 'ratio',
        isWord: true,
        isNegative: false,
        isCounting: false,
      }),
    ),
    ...numbersIn(left).flatMap((number) => {
      const { start, end } = number.near
      const found: Figure = {
        ...around(plain, start, end),
        readings: number.readings,
        scale:
          number.near.percent || /\p{No}/u.test(plain.slice(start, end))
            ? 'ratio'
            : /^\s?(?:percentage points?|prozentpunkte?n?|pp\b)/i.test(plain.slice(end))
              ? 'points'
              : 'plain',
        isWord: !/\d/.test(plain.slice(start, end)) || /\p{No}/u.test(plain.slice(start, end)),
        isNegative: number.near.negative,
        isCounting: number.near.counting,
      }
      return isOfTime(found, plain, times) ? [] : [found]
    }),
    ...romanIn(left, plain),
    ...singlesIn(left, plain),
  ].toSorted((a, b) => a.start - b.start)
  const measures = measuresIn(tokens, facts, times)
  const sorted = mentions.toSorted((a, b) => a.start - b.start)
  return {
    text: plain.toLowerCase(),
    words: tokens.map(({ word }) => word),
    clauses: clausesOf(plain, { figures, mentions: sorted, named: measures }),
    times: unknown,
    isTorn: joined(mentions) === undefined,
  }
}

/** A year unknown to the rows and the question is checked as an amount. */
const isPlainNumber = (time: WrittenTime, facts: ResultFacts, isKnown: () => boolean): boolean => {
  const [said] = time.readings
  if (said?.year === undefined || said.month !== undefined || said.quarter !== undefined) return false
  return rowsAt(time, facts).length === 0 && !facts.measures.some(({ year }) => year === said.year) && !isKnown()
}

const blank = (text: string, start: number, end: number) =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)

/** Digits inside a time that was matched as a whole. */
const isOfTime = ({ start }: Figure, _: string, times: readonly WrittenTime[]) =>
  times.some((time) => start >= time.start && start < time.end)

const isYearOfColumn = ({ readings }: WrittenTime, { measures }: ResultFacts): boolean =>
  readings.some(
    (said) => said.month === undefined && measures.some(({ year }) => year !== undefined && year === said.year),
  )

const rowsAt = (time: WrittenTime, facts: ResultFacts): readonly number[] => {
  if (isYearOfColumn(time, facts)) return []
  return facts.times.flatMap((own, row) =>
    own.some((there) => time.readings.some((said) => isTimeOf(said, there))) ? [row] : [],
  )
}

/** Longest names first; lower case suffices for a whole name, parts of names have to be written as names. */
const namesIn = (plain: string, tokens: readonly Token[], { names }: ResultFacts): Mention[] => {
  const found: Mention[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const first = tokens[at]
    if (first === undefined) continue
    const list = names.get(first.word) ?? names.get(first.word.replace(/s$/, '')) ?? []
    const best = list
      .filter(
        ({ words, isPart }) =>
          words.every((word, to) => isSameWord(tokens[at + to]?.word, word)) &&
          (!isPart || /^\p{Lu}/u.test(first.text)) &&
          !(words.length === 1 && SMALL_WORDS.has(first.word)),
      )
      .toSorted((a, b) => b.words.length - a.words.length)[0]
    if (best === undefined) continue
    const last = tokens[at + best.words.length - 1] ?? first
    if (
      /^\d+$/.test(first.text) &&
      best.words.length === 1 &&
      !/\b(?:order|number|no|nr|id|invoice|ticket|bestellung|nummer|rechnung)\W{0,3}$|^\s*$|[,(]\s?$/i.test(
        plain.slice(0, first.start),
      )
    )
      continue
    const same = found.at(-1)
    // "Keller … Keller GmbH": a repeated name counts once.
    if (same !== undefined && same.rows.join() === best.rows.join() && first.start - same.end < 2) found.pop()
    found.push({ start: first.start, end: last.end, rows: best.rows, column: best.column })
    at += best.words.length - 1
  }
  return found
}

const isSameWord = (said: string | undefined, word: string): boolean => said === word || said === `${word}s`
const SMALL_WORDS = new Set(
  'a an the no yes new all none other in of on to true false das der die ja nein neu alle it is us'.split(' '),
)

const HEDGES: readonly (readonly [NumberBound, RegExp])[] = [
  ['least', /(?:at least|no fewer than|no less than|mindestens|minimum of)\s?$/i],
  ['most', /(?:at most|no more than|up to|höchstens|maximal|bis zu)\s?$/i],
  [
    'above',
    /(?:more than|over|above|exceed(?:s|ed|ing)?|greater than|higher than|upwards of|just over|slightly over|mehr als|über|gut|oberhalb von|larger than)\s?$/i,
  ],
  [
    'below',
    /(?:less than|fewer than|under|below|lower than|smaller than|weniger als|unter|unterhalb von|just under|short of)\s?$/i,
  ],
  ['nearly', /(?:nearly|almost|close to|fast|knapp|beinahe|nahezu)\s?$/i],
  ['about', /(?:about|around|roughly|approximately|some|ca\.?|circa|rund|etwa|ungefähr|[~≈])\s?$/i],
]

const around = (plain: string, start: number, end: number) => {
  const ahead = plain
    .slice(Math.max(0, start - 40), start)
    .replace(/(?:\b(?:the|a|an|der|die|das|ein|eine|einem|einer|dem|den)\s)?[€$£¥]?$/i, '')
  const after = plain.slice(end, end + 40)
  const bound = HEDGES.find(([, pattern]) => pattern.test(ahead))?.[0]
  return {
    start,
    end,
    text: plain.slice(start, end).toLowerCase(),
    bound,
    before: ahead.toLowerCase(),
    next: /^[\s-]?(?:of\s)?(\p{L}+)/u.exec(after.replace(/^\s?[%€$£]/, ''))?.[1]?.toLowerCase() ?? '',
    isMoney:
      /[€$£¥]\s?$/.test(plain.slice(Math.max(0, start - 3), start)) ||
      /^\s?(?:[€$£¥]|eur\b|usd\b|gbp\b|chf\b|euros?\b|dollars?\b)/i.test(after),
  }
}

/** "Three and a half", "dreieinhalb". */
const halvesIn = (text: string, plain: string): Figure[] =>
  Array.from(
    text.matchAll(
      /(?<![\p{L}\p{N}])(\p{L}+|\d+)(?:\sand\sa\shalf|(?:ein|und)\s?einhalb|(?<=zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)einhalb)(?![\p{L}\p{N}])(?!\s(?:times|mal))/giu,
    ),
  ).flatMap(({ 0: found, 1: whole = '', index }) => {
    const value = /^\d+$/.test(whole) ? Number(whole) : NUMBER_WORDS.get(folded(whole))
    if (value === undefined) return []
    const own = { scale: 'plain' as const, isWord: true, isNegative: false, isCounting: false }
    return [{ ...around(plain, index, index + found.length), ...own, readings: [{ value: value + 0.5, step: 0 }] }]
  })

/** "A single order", "ein einziger Kunde": words for one that are no article. */
const singlesIn = (text: string, plain: string): Figure[] =>
  Array.from(
    text.matchAll(
      /(?<![\p{L}\p{N}])(?:(?:a|only one|just one|exactly one) single|(?:only|just|exactly) one|(?:nur |genau )?ein\p{L}{0,2} einzige\p{L}?|(?:nur|genau) eine?n?)(?![\p{L}\p{N}])/giu,
    ),
    ({ 0: found, index }) => ({
      ...around(plain, index, index + found.length),
      readings: [{ value: 1, step: 1 }],
      scale: 'plain' as const,
      isWord: true,
      isNegative: false,
      isCounting: false,
    }),
  )

/** Numbers in Roman capitals. */
const romanIn = (text: string, plain: string): Figure[] =>
  Array.from(
    text.matchAll(
      /(?<![\p{L}\p{N}])(?=[MDCLXVI]{2,})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{N}])/gu,
    ),
    ({ 0: found, index }) => ({
      ...around(plain, index, index + found.length),
      readings: [{ value: romanValue(found), step: 1 }],
      scale: 'plain' as const,
      isWord: true,
      isNegative: false,
      isCounting: false,
    }),
  )

const DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1_000 }
const romanValue = (text: string): number =>
  [...text].reduce((sum, letter, at) => {
    const value = DIGITS[letter] ?? 0
    return value < (DIGITS[text[at + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)

/** Mentioned columns: adjacent words belong to one column, the one that they match best. */
const measuresIn = (
  tokens: readonly Token[],
  { measures }: ResultFacts,
  times: readonly WrittenTime[],
): NamedMeasure[] => {
  const found: NamedMeasure[] = []
  let run: { start: number; end: number; stems: Set<string>[] } | undefined
  const close = () => {
    if (run === undefined) return
    const { start, end, stems } = run
    const scored = measures.map((measure) => {
      const hits = stems.filter((own) => measure.stems.some((part) => own.has(part))).length
      return { measure, score: hits === 0 ? 0 : hits + hits / (10 * measure.stems.length) }
    })
    const best = Math.max(0, ...scored.map(({ score }) => score))
    if (best > 0)
      found.push({
        start,
        end,
        measures: scored.filter(({ score }) => score >= best - 1e-9).map(({ measure }) => measure),
      })
    run = undefined
  }
  for (const token of tokens) {
    const stems = measureStems(token.word)
    if (token.isNumeral || NUMBER_WORDS.has(token.word)) continue
    if (!measures.some((measure) => measure.stems.some((part) => stems.includes(part)))) continue
    if (run !== undefined && token.start - run.end > 1) close()
    run ??= { start: token.start, end: token.end, stems: [] }
    run.end = token.end
    run.stems.push(new Set(stems))
  }
  close()
  for (const { start, end, readings } of times)
    for (const { year, month } of readings) {
      const of =
        month === undefined ? measures.filter((measure) => measure.year !== undefined && measure.year === year) : []
      if (of.length > 0) found.push({ start, end, measures: of })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

/** The measures named in a question. */
export const measuresNamed = (question: string, facts: ResultFacts): readonly Measure[] =>
  measuresIn(tokensOf(legible(question.slice(0, 2_000))), facts, []).flatMap((named) => named.measures)

const BREAK =
  /[;:]\s|,\s|\s[–—-]\s|\n|\s(?=(?:while|whereas|but|although|compared|versus|vs|während|aber|wobei|obwohl|gegenüber|followed by|gefolgt|as against|ahead of)\s)/giu
const AND = /\s(?:and|und|or|oder)\s/giu

/** "In Q3, revenue was …": the part before the first comma applies to what follows. */
const LEAD =
  /^\W*(?:in|im|of|on|among|across|over|for|für|von|unter|bei|über|at|during|am|with|by|together|zusammen|insgesamt)\s?[^,;:]*,/iu
const LEAD_LENGTH_MAX = 45

interface Items {
  readonly figures: readonly Figure[]
  readonly mentions: readonly Mention[]
  readonly named: readonly NamedMeasure[]
}

const clausesOf = (plain: string, items: Items): Clause[] => {
  const starts = [
    0,
    ...Array.from(plain.matchAll(BREAK)).flatMap(({ index, 0: mark }, at) =>
      at === 0 && index < LEAD_LENGTH_MAX && LEAD.test(plain) ? [] : [index + mark.length],
    ),
  ]
  const clauses = starts.map((start, at) => clauseOf(plain, start, starts[at + 1] ?? plain.length, items))
  return clauses.flatMap((clause) => splitAtAnd(plain, clause, items))
}

const clauseOf = (plain: string, start: number, end: number, { figures, mentions, named }: Items): Clause => {
  const isIn = (item: { readonly start: number }) => item.start >= start && item.start < end
  return {
    text: plain.slice(start, end).toLowerCase(),
    start,
    figures: figures.filter(isIn),
    mentions: joined(mentions.filter(isIn)) ?? mentions.filter(isIn),
    named: named.filter(isIn),
  }
}

/** An "and" separates two clauses if both sides have a name and a figure. */
const splitAtAnd = (plain: string, clause: Clause, items: Items): Clause[] => {
  const end = clause.start + clause.text.length
  for (const found of clause.text.matchAll(AND)) {
    const at = clause.start + found.index
    const [left, right] = [clauseOf(plain, clause.start, at, items), clauseOf(plain, at + found[0].length, end, items)]
    const says = ({ figures, mentions, named }: Clause) => figures.length > 0 && mentions.length + named.length > 0
    if (says(left) && says(right)) return [left, ...splitAtAnd(plain, right, items)]
  }
  return [clause]
}
