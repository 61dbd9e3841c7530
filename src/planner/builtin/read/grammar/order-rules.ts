import type { AdjectiveSense } from '../../words/index.ts'
import type { Fold, Noun, RankBy } from './part.ts'
import { cueAt, nounsAt, numberAt, type Sentence, wordAt } from './phrases.ts'
import type { FoundPhrase, State } from './state.ts'
import { superlativeAt } from './superlative.ts'

const FOLD_WORDS: ReadonlyMap<string, Fold> = new Map([
  ['average', 'avg'],
  ['mean', 'avg'],
  ['total', 'sum'],
  ['combined', 'sum'],
])

/** "the 3 youngest", "the highest capacity", "the most concerts", "top 5", "the largest number of products". */
const ranked = (sentence: Sentence, { at }: State): FoundPhrase[] => {
  let start = wordAt(sentence, at) === 'the' ? at + 1 : at
  let limit: number | null = null
  const before = numberAt(sentence, start)
  if (before !== undefined && Number.isInteger(before) && before > 0) {
    limit = before
    start++
  }
  let found = superlativeAt(sentence, start)
  if (found === undefined || isPartOfName(sentence, start)) return []
  let next = start + found.length
  const after = numberAt(sentence, next)
  if (limit === null && after !== undefined && Number.isInteger(after) && after > 0) {
    limit = after
    next++
  }
  // "The top 5 largest".
  const second = found.word === 'top' && limit !== null ? superlativeAt(sentence, next) : undefined
  if (second !== undefined) {
    found = second
    next += second.length
  }
  const { descending, sense } = found
  const length = next - at
  const make = (by: RankBy, end: number, weight: number): FoundPhrase => ({
    body: { kind: 'rank', descending, limit, by },
    end,
    weight,
  })
  const called = namedMeasureRank(sentence, at, start, make)
  if (sense !== null) {
    const isFrequency = sense === 'count'
    const own = make(isFrequency ? { kind: 'frequency' } : { kind: 'sense', sense }, next, length)
    // "The most recent treatment's cost": not the latest date.
    return isFrequency || sense === 'time'
      ? [own, ...called]
      : [own, ...called, ...byNoun(sentence, next, make, length).filter(isOfColumn).map(withLowerWeight)]
  }
  const more = byNoun(sentence, next, make, length)
  const times = /^(times|often|frequently|time)$/.test(wordAt(sentence, next))
    ? [make({ kind: 'frequency' }, next + 1, length + 1)]
    : []
  return [
    ...called,
    ...more,
    ...times,
    make(
      { kind: 'open', isMuch: /^(most|least|fewest)$/.test(found.word), isBest: BEST.test(found.word) },
      next,
      length - 0.4,
    ),
  ]
}

/** "Best customers", "top selling": a measure with that name; the ranked noun follows. */
const namedMeasureRank = (
  sentence: Sentence,
  at: number,
  start: number,
  make: (by: RankBy, end: number, weight: number) => FoundPhrase,
): FoundPhrase[] =>
  [start, start - 1].flatMap((from) =>
    (sentence.mentions[from] ?? []).flatMap(({ meaning, length }): FoundPhrase[] => {
      const end = from + length
      if (meaning.kind !== 'measure' || end <= start) return []
      const noun: Noun = { kind: 'measure', measures: meaning.measures }
      const isNamed = (sentence.mentions[end - 1] ?? []).some(
        (one) => one.length === 1 && one.meaning.kind === 'table' && one.meaning.weight > 0.9,
      )
      const last = isNamed && end - 1 > start ? end - 1 : end
      return [make({ kind: 'noun', noun, fold: null, isMuch: false }, last, (last - at) * meaning.weight + 0.1)]
    }),
  )

/** "The first name" is a column, not a superlative. */
const isPartOfName = (sentence: Sentence, at: number): boolean =>
  /^(first|last)$/.test(wordAt(sentence, at)) &&
  (sentence.mentions[at] ?? []).some(
    ({ meaning, length }) =>
      length > 1 && (meaning.kind === 'column' || meaning.kind === 'columns') && meaning.weight >= 0.95,
  )

/** An adjective with its own column seldom needs another noun to rank by. */
const withLowerWeight = (found: FoundPhrase): FoundPhrase => ({ ...found, weight: found.weight - 0.6 })

/** "The cheapest plan" does not rank by a number of plans. */
const isOfColumn = ({ body }: FoundPhrase): boolean => body.kind === 'rank' && body.by.kind === 'noun'

const byNoun = (
  sentence: Sentence,
  from: number,
  make: (by: RankBy, end: number, weight: number) => FoundPhrase,
  length: number,
): FoundPhrase[] => {
  const fold = FOLD_WORDS.get(wordAt(sentence, from))
  const begin = fold === undefined ? from : from + 1
  const counted = cueAt(sentence, begin, 'count')
  const plain = nounsAt(sentence, begin).flatMap(({ noun, end, weight }): FoundPhrase[] => {
    if (noun.kind === 'columns') return []
    // "Who has the most orders" ranks by their number.
    const byCount: RankBy = { kind: 'count', noun }
    const isMuch = /^(most|least|fewest)$/.test(wordAt(sentence, from - 1))
    // "The 5 largest countries" does not mean the largest number of countries.
    const isNumber = /^(of|number)$/.test(wordAt(sentence, from - 1))
    if (noun.kind === 'table') return isMuch || isNumber ? [make(byCount, end, length + weight - 0.2)] : []
    return [
      make({ kind: 'noun', noun, fold: fold ?? null, isMuch }, end, length + weight + (fold === undefined ? 0 : 0.9)),
    ]
  })
  const counts =
    counted === undefined
      ? []
      : nounsAt(sentence, begin + counted.length).map(({ noun, end, weight }) =>
          make({ kind: 'count', noun }, end, length + weight + counted.length),
        )
  return [...plain, ...counts]
}

/** "whose capacity is the largest". */
const rankedAfter = (sentence: Sentence, { at }: State): FoundPhrase[] =>
  nounsAt(sentence, at).flatMap(({ noun, end, weight }): FoundPhrase[] => {
    if (noun.kind !== 'column' || !/^(is|are|was|were)$/.test(wordAt(sentence, end))) return []
    const the = wordAt(sentence, end + 1) === 'the' ? end + 2 : end + 1
    const found = superlativeAt(sentence, the)
    if (found === undefined || (found.sense !== null && found.sense !== 'age')) return []
    const by: RankBy = { kind: 'noun', noun, fold: null, isMuch: false }
    const last = the + found.length
    return [
      { body: { kind: 'rank', descending: found.descending, limit: null, by }, end: last, weight: weight + last - end },
    ]
  })

interface Direction {
  readonly descending: boolean
  readonly end: number
  readonly sense: AdjectiveSense | null
}

/** "in descending order", "from the oldest to the youngest", "alphabetically". */
const directionAt = (sentence: Sentence, at: number): Direction | undefined => {
  let next = at
  let descending: boolean | undefined
  for (; next < at + 6; next++) {
    const word = wordAt(sentence, next)
    if (/^(descending|desc|decreasing|reverse|reversed|backwards?)$/.test(word)) descending = true
    else if (
      /^(ascending|asc|increasing|alphabetical|alphabetic|alphabetically|lexicographical|lexicographically)$/.test(word)
    )
      descending = descending ?? false
    else if (!/^(in|the|by|of|order|orders|a|an)$/.test(word)) break
  }
  const past = (next: number, word: RegExp): number => (word.test(wordAt(sentence, next)) ? next + 1 : next)
  const begin = past(at + 1, /^the$/)
  const end = wordAt(sentence, at) === 'from' ? superlativeAt(sentence, begin) : undefined
  if (end !== undefined) {
    const other = past(past(begin + end.length, /^to$/), /^the$/)
    const length = superlativeAt(sentence, other)?.length
    return { ...end, end: length === undefined ? begin + end.length : other + length }
  }
  const first = cueAt(sentence, at, 'direction')
  if (first !== undefined && descending === undefined)
    return { descending: first.cue.descending, end: at + first.length, sense: first.cue.sense ?? null }
  return descending === undefined ? undefined : { descending, end: lastOf(sentence, at, next), sense: null }
}

/** Small words after a direction belong to the next phrase. */
const lastOf = (sentence: Sentence, at: number, next: number): number => {
  let end = next
  while (end > at && /^(by|of|the|a|an|in)$/.test(wordAt(sentence, end - 1))) end--
  return end
}

const SORT = /^(sort|sorted|order|ordered|rank|ranked|arrange|arranged|listed)$/
const INTO = /^(by|them|it|the|of|on|in|to|results?|and|all|their|based|according)$/

/** "sorted by age in descending order", "in the order of birth date", "in descending order of capacity". */
const ordered = (sentence: Sentence, { at, parts }: State): FoundPhrase[] => {
  let next = at
  let isOrder = false
  while (next < at + 6) {
    const word = wordAt(sentence, next)
    if (SORT.test(word)) isOrder = true
    else if (!INTO.test(word)) break
    next++
  }
  const isLed = isOrder && /\b(by|on|according)\b/.test(wordsOf(sentence, at, next))
  const begin = isOrder ? at : -1
  const lead = directionAt(sentence, begin < 0 ? at : next) ?? directionAt(sentence, at)
  if (!isOrder && lead === undefined) return []
  let from = Math.max(lead?.end ?? 0, isOrder ? next : 0)
  while (/^(by|of|on|the|for|based|their|its)$/.test(wordAt(sentence, from))) from++
  const nouns = isOrder && !isLed && lead === undefined ? [] : listOf(sentence, from)
  const after = nouns.length === 0 ? undefined : directionAt(sentence, nouns.at(-1)?.end ?? from)
  const direction = after ?? lead
  const by = nouns.map(({ noun }) => noun)
  if (by.length === 0 && (direction === undefined || parts.at(-1)?.lead === 'by')) return []
  if (by.length === 0 && isOrder && direction?.sense == null && !/alphabet/.test(wordsOf(sentence, at, from))) return []
  const end = after?.end ?? nouns.at(-1)?.end ?? Math.max(direction?.end ?? next, at + 1)
  const weight = Math.max(0.5, nouns.reduce((sum, one) => sum + one.weight, 0) + (end - at) * 0.6)
  return [
    {
      body: { kind: 'order', by, sense: direction?.sense ?? null, descending: direction?.descending ?? false },
      end,
      weight,
    },
  ]
}

const wordsOf = (sentence: Sentence, from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => wordAt(sentence, from + n)).join(' ')

interface Listed {
  readonly noun: Noun
  readonly end: number
  readonly weight: number
}

/** "age and name". */
const listOf = (sentence: Sentence, from: number): readonly Listed[] => {
  const counted = cueAt(sentence, from, 'count')
  const found = [
    ...nounsAt(sentence, from).filter(({ noun }) => noun.kind !== 'table'),
    ...(counted === undefined
      ? []
      : nounsAt(sentence, from + counted.length).map((one) => ({ ...one, weight: one.weight + 0.5 }))),
  ].toSorted((a, b) => b.weight - a.weight)[0]
  if (found === undefined) return []
  // "their age", "the name of the teacher": the owner adds no condition.
  const of =
    wordAt(sentence, found.end) === 'of'
      ? nounsAt(sentence, found.end + 1).find(({ noun }) => noun.kind === 'table')
      : undefined
  return [{ noun: found.noun, end: of?.end ?? found.end, weight: found.weight + (of === undefined ? 0 : of.weight) }]
}

/** Superlatives of quality, not of size. */
const BEST = /^(top|best|bottom|worst|leading|strongest|weakest)$/

/** "Only 3", "show 10", if the question says nothing else: a limit for the previous query. */
const limited = (sentence: Sentence, { at, parts }: State): FoundPhrase[] => {
  const isAll = parts.length === 0 && sentence.tokens.slice(0, at).every(({ lower }) => ONLY.test(lower))
  const limit = isAll ? numberAt(sentence, at) : undefined
  if (limit === undefined || !Number.isInteger(limit) || limit < 1 || !/^[.?!]*$/.test(wordAt(sentence, at + 1)))
    return []
  return [
    {
      body: { kind: 'rank', descending: true, limit, by: { kind: 'open', isMuch: false, isBest: true } },
      end: at + 1,
      weight: 1,
    },
  ]
}

const ONLY = /^(only|just|show|give|list|make|me|us|it|the|please)$/

export const orderRules = [limited, ranked, rankedAfter, ordered] as const
