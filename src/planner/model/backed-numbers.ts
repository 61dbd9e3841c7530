import type { Json } from '../../platform/values/json.ts'
import { type TimeParts, timesIn, type WrittenTime } from './answer-check/dates-in.ts'
import { isTrueClaim, NONE } from './answer-check/judge-claims.ts'
import { type Context, isBackedFigure } from './answer-check/judge-figures.ts'
import { measureStems } from './answer-check/measure-words.ts'
import { type ResultFacts, resultFacts } from './answer-check/result-facts.ts'
import {
  type Clause,
  type Figure,
  type Mention,
  measuresNamed,
  type SentenceParts,
  sentenceParts,
} from './answer-check/sentence-parts.ts'
import { legible, tokensOf } from './number-tokens.ts'
import { folded } from './quantity-words.ts'
import { numbersIn } from './written-numbers.ts'

/** The sources of an answer's numbers. */
export interface Backing {
  /** The question, its interpretation and the query, most important first. */
  readonly texts: readonly string[]
  readonly rows: readonly { readonly [column: string]: Json }[]
  readonly rowCount: number
  /** The day of the question, `2026-11-26`: it backs dates, never amounts. */
  readonly askedOn?: string
}

const TEXT_LENGTH_MAX = 5_000

/**
 * Whether a sentence is backed by the rows. Each figure has to be a cell of the row and column that its clause names, a
 * number of rows, or computable from such cells; each time has to be in the rows or the question; statements of most,
 * more, less, all, none or only have to be true. The result is prepared once; the check is linear in the sentence.
 */
export const numberCheck = (backing: Backing): ((sentence: string) => boolean) => {
  const facts = resultFacts(backing.rows, backing.rowCount)
  const given = new GivenTexts(backing)
  const hasTimes = facts.times.some((own) => own.length > 0)
  const named = measuresNamed(backing.texts[0] ?? '', facts)
  const asked = named.length > 0 ? named : facts.measures
  return (sentence) => {
    const parts = sentenceParts(sentence, facts, (time, all) => given.hasTime(time, all, hasTimes))
    if (parts.times.length > 0 || parts.isTorn) return false
    if (facts.rowCount === 0 && backing.askedOn !== undefined && !isOfNothing(parts)) return false
    return judgeClauses(parts, { facts, given, asked })
  }
}

interface Judging {
  readonly facts: ResultFacts
  readonly given: GivenTexts
  readonly asked: Context['asked']
}

const judgeClauses = (parts: SentenceParts, { facts, given, asked }: Judging): boolean => {
  let carried: Context['carried'] = []
  let measures: Context['measures'] = []
  const allMentions = parts.clauses.flatMap(({ mentions }) => mentions)
  const allFigures = parts.clauses.flatMap(({ figures }) =>
    figures
      .filter(({ scale, isWord, isCounting }) => scale === 'plain' && !isWord && !isCounting)
      .map(({ readings }) => readings.at(-1)?.value),
  )
  return parts.clauses.every((clause) => {
    const context: Context = {
      facts,
      asked,
      clause: narrowed(clause, carried),
      carried,
      allMentions,
      allFigures,
      text: parts.text,
      mentions: clause.mentions.length > 0 ? clause.mentions : carried,
      measures: clause.named.length > 0 ? clause.named.flatMap((one) => one.measures) : measures,
      stands: (word) => facts.words.has(word) || given.hasWord(word),
      isGiven: (text) => given.denies(text),
    }
    if (clause.mentions.length > 0) carried = clause.mentions
    if (clause.named.length > 0) measures = context.measures
    return (
      clause.figures.every(
        (figure) => isCount(figure, context) || given.hasFigure(figure) || isBackedFigure(figure, context),
      ) && isTrueClaim(context)
    )
  })
}

/** Names in another column than the earlier ones: the rows that have both. */
const narrowed = (clause: Clause, carried: readonly Mention[]): Clause => {
  const [before, more] = carried
  if (before === undefined || more !== undefined) return clause
  const mentions = clause.mentions.map((mention) => {
    const rows = mention.column === before.column ? [] : mention.rows.filter((row) => before.rows.includes(row))
    return rows.length === 0 ? mention : { ...mention, rows }
  })
  return { ...clause, mentions }
}

/** With no rows, a sentence may only say that there are none, or of what. */
const isOfNothing = ({ text, words, clauses }: SentenceParts): boolean =>
  NONE.test(text) ||
  clauses.some(({ figures }) =>
    figures.some(({ readings }) => readings.some(({ value, isWord }) => value === 0 && isWord !== true)),
  ) ||
  !words.some((word) => SOME.has(word))

const SOME = new Set(
  'one a an single all every each most some several many few both ein eine einige mehrere viele alle jeder jede meisten einzige einziger'.split(
    ' ',
  ),
)

/** A number of rows, or of the things that they are. */
const isCount = (figure: Figure, { facts, clause }: Context): boolean => {
  if (figure.scale !== 'plain' || figure.isMoney) return false
  const value = figure.readings[0]?.value ?? Number.NaN
  if (figure.isCounting && value <= facts.rowCount) return true
  if (figure.readings.some(({ value: claim, needs }) => claim === facts.rowCount && needs === undefined)) {
    if (clause.mentions.length === 0) return !isMeasured(figure, facts)
    return (
      /(?:\b(?:the|all|of|across|among|these|our|der|den|die|alle|aller|allen|von|unter|only|over)\s)$/u.test(
        figure.before,
      ) || !isMeasured(figure, facts)
    )
  }
  const of = /^\s(?:of|out of|von|der|aus)(?:\s(?:the|all|our|den|allen))?\s\p{L}*\d*/u.test(
    clause.text.slice(figure.end - clause.start),
  )
  return (
    of &&
    value <= facts.rowCount &&
    clause.figures.some((other) => other.start > figure.end && other.readings[0]?.value === facts.rowCount)
  )
}

const isMeasured = ({ next }: Figure, { measures, labelStems }: ResultFacts): boolean => {
  // Rows without a label are nothing that could be counted, except as rows.
  if (labelStems.size === 0) return measures.length > 0 && !/^(?:rows?|results?|zeilen?|ergebnisse?)$/.test(next)
  const stems = measureStems(next)
  return (
    !stems.some((stem) => labelStems.has(stem)) &&
    measures.some((measure) => measure.stems.some((part) => stems.includes(part)))
  )
}

/** The question, its interpretation, and the query. */
class GivenTexts {
  readonly #texts: readonly string[]
  readonly #askedOn: TimeParts | undefined
  readonly #words: ReadonlySet<string>
  readonly #figures: { readonly value: number; readonly next: string; readonly before: string }[] = []
  readonly #times: TimeParts[] = []
  readonly #days: string[]
  readonly #isRelative: boolean
  /** Range of months back that "last month" in the question may mean. */
  readonly #months: { readonly from: number; readonly to: number }

  constructor({ texts, askedOn }: Backing) {
    let room = TEXT_LENGTH_MAX
    this.#texts = texts.map((text) => {
      const part = legible(text.slice(0, room))
      room -= part.length
      return part
    })
    const all = this.#texts.join('\n')
    this.#askedOn = askedOn === undefined ? undefined : timesIn(askedOn).times[0]?.readings[0]
    this.#words = new Set(tokensOf(all).map(({ word }) => word))
    for (const text of this.#texts) {
      const { times, rest } = timesIn(text)
      for (const { readings } of times) this.#times.push(...readings)
      for (const { readings, near } of numbersIn(rest))
        for (const { value, isWord } of readings)
          if (isWord !== true)
            this.#figures.push({ value, next: nextWord(text, near.end), before: wordBefore(text, near.start) })
    }
    this.#days = [...all.matchAll(/\b\d{4}-\d\d-\d\d\b/g)].map(([day]) => day).toSorted()
    this.#months = monthsMeant(all)
    this.#isRelative =
      /\b(?:last|past|previous|this|current|today|yesterday|now|interval|ago|letzte\p{L}*|diese\p{L}*|vergangene\p{L}*|heute|gestern|bisher|curdate|current_date)\b/iu.test(
        all,
      )
  }

  hasWord(word: string): boolean {
    return this.#words.has(word)
  }

  /** A number of the question, next to the same word. */
  hasFigure({ readings, next, before, scale, text, isWord: isRatio }: Figure): boolean {
    // Words of the question ("which customers doubled") are conditions of its rows.
    if (isRatio && scale !== 'plain' && this.#words.has(folded(text.split(/[\s-]/).at(-1) ?? ''))) return true
    const word = wordBefore(before, before.length)
    return readings.some(({ value, needs, isWord }) => {
      if (isWord === true) return needs !== undefined && this.#words.has(needs)
      if (scale !== 'plain' && scale !== 'ratio') return false
      return this.#figures.some((given) => {
        const stated = scale === 'ratio' ? given.value / 100 : given.value
        return (
          (stated === value || given.value === value) &&
          (isSame(given.next, next) ||
            isSame(given.before, word) ||
            (given.before === 'limit' && /^(?:top|first|ersten?)$/.test(word)))
        )
      })
    })
  }

  /** Whether a time is in the question, or an end of a period in it. */
  hasTime({ readings, start }: WrittenTime, sentence: string, isInRows: boolean): boolean {
    const before = sentence.slice(Math.max(0, start - 24), start).toLowerCase()
    const isEnd =
      /\b(?:from|since|between|to|until|through|and|as of|up to|seit|ab|von|vom|zwischen|bis|zum|und|dem|stand|on|am)\b[^,;]*$|[–-]\s?$/u.test(
        before,
      ) || this.#days.length === 0
    return readings.some((stated) => {
      if (this.#times.some((there) => isNamed(stated, there, this.#days, isEnd))) return true
      const { year, month, day, hour, quarter } = stated
      if (year !== undefined && month === undefined && quarter === undefined) return this.#hasYear(year)
      if (hour !== undefined) return false
      const asked = this.#askedOn
      if (asked === undefined) return false
      if (day === asked.day && month === asked.month && (year === undefined || year === asked.year))
        return /\b(?:as of|until|through|up to|to|today|asked|stand|bis|heute)\b[^,;]*$|\(\s?$/u.test(before)
      if (!this.#isRelative || isInRows || month === undefined) return false
      const age = 12 * ((asked.year ?? 0) - (year ?? asked.year ?? 0)) + (asked.month ?? 1) - month
      return age >= this.#months.from && age <= this.#months.to
    })
  }

  #hasYear(year: number): boolean {
    const isNamed = (own: number | undefined) => own === year
    if (this.#times.some((time) => isNamed(time.year)) || this.#figures.some(({ value }) => isNamed(value))) return true
    return isNamed(this.#askedOn?.year) && (this.#isRelative || this.#times.every((time) => time.year === undefined))
  }

  /** Whether the question itself states an absence, or a change. */
  denies(text: string): boolean {
    const stated =
      /\b(?:no|none|never|without|not|keine?\p{L}?|nie|ohne|nicht|rose|grew|growth|increase\p{L}*|fell|decline\p{L}*|drop\p{L}*)\b/iu
    return (
      stated.test(text) && stated.test(this.#texts.join('\n')) && !/^\s*(?:SELECT|WITH)\b/i.test(this.#texts[0] ?? '')
    )
  }
}

const monthsMeant = (text: string): { readonly from: number; readonly to: number } => {
  if (/\b(?:this|current|start of|diese[nrms]?|aktuelle[nrms]?) (?:month|monat)/iu.test(text)) return { from: 0, to: 0 }
  if (/\b(?:last|previous|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?) (?:month|monat)/iu.test(text))
    return { from: 1, to: 1 }
  const count = /\b(?:last|past|letzten|vergangenen) (\d{1,3}) (?:months?|monaten?)/iu.exec(text)?.[1]
  return { from: 0, to: count === undefined ? 13 : Number(count) }
}

const nextWord = (text: string, end: number): string =>
  /^[\s-]?(\p{L}+)/u.exec(text.slice(end, end + 40))?.[1]?.toLowerCase() ?? ''
const wordBefore = (text: string, start: number): string =>
  /(\p{L}+)\W*$/u.exec(text.slice(Math.max(0, start - 40), start))?.[1]?.toLowerCase() ?? ''
const isSame = (a: string, b: string): boolean => a !== '' && a.slice(0, 5) === b.slice(0, 5)

/** A month is meant if a query begins with its first day and ends with its last; else the day is an end of a longer period. */
const isNamed = (stated: TimeParts, there: TimeParts, days: readonly string[], isEnd: boolean): boolean => {
  const [first, last] = [days[0], days.at(-1)]
  const isPartOf = (['year', 'quarter', 'month', 'day'] as const).every(
    (part) =>
      stated[part] === undefined ||
      stated[part] === (part === 'quarter' && there.month !== undefined ? Math.ceil(there.month / 3) : there[part]),
  )
  if (first === undefined || last === undefined || first === last)
    return isPartOf && (stated.day !== undefined || isEnd || there.day === undefined)
  const end = last.endsWith('-01') ? new Date(Date.parse(last) - 1).toISOString().slice(0, 10) : last
  const stretch = { from: first, to: end }
  const on = (day: string) => {
    const [year, month, date] = day.split('-').map(Number)
    return (
      (stated.year === undefined || stated.year === year) &&
      (stated.month === undefined || stated.month === month) &&
      (stated.day === undefined || stated.day === date) &&
      (stated.quarter === undefined || stated.quarter === Math.ceil((month ?? 1) / 3))
    )
  }
  if (stated.day !== undefined) return on(stretch.from) || on(stretch.to) || isPartOf
  return isEnd
    ? on(stretch.from) || on(stretch.to) || (isPartOf && there.day === undefined)
    : (on(stretch.from) && on(stretch.to)) || (isPartOf && there.day === undefined)
}
