import type { Comparator } from '../../query/index.ts'
import { timeUnitOf } from '../../schema/index.ts'
import type { Sense } from './part.ts'
import { cueAt, numberAt, type Sentence, wordAt } from './phrases.ts'

export interface Compared {
  readonly length: number
  readonly op: Comparator
  readonly sense: Sense | null
}

/** Comparatives that say what they compare. */
const SENSES: ReadonlyMap<string, readonly [Comparator, Sense]> = new Map([
  ['older than', ['>', 'age']],
  ['younger than', ['<', 'age']],
  ['taller than', ['>', 'length']],
  ['heavier than', ['>', 'weight']],
  ['lighter than', ['<', 'weight']],
])

const PLAIN: ReadonlyMap<string, Comparator> = new Map([
  ['greater than or equal to', '>='],
  ['more than or equal to', '>='],
  ['less than or equal to', '<='],
  ['after', '>'],
  ['since', '>='],
  ['before', '<'],
  ['until', '<='],
  ['later than', '>'],
  ['earlier than', '<'],
])

const isSpace = (word: string): boolean =>
  word === 'is' || word === 'are' || word === 'was' || word === 'were' || word === 'of' || word === 'by'

/** "more than", "older than", "at least". */
export const comparatorAt = (sentence: Sentence, at: number): Compared | undefined => {
  for (let length = 5; length > 0; length--) {
    const phrase = Array.from({ length }, (_, n) => wordAt(sentence, at + n)).join(' ')
    const sensed = SENSES.get(phrase)
    if (sensed !== undefined) return { length, op: sensed[0], sense: sensed[1] }
    const plain = PLAIN.get(phrase)
    if (plain !== undefined) return { length, op: plain, sense: null }
    const cue = cueAt(sentence, at, 'compare')
    if (cue?.length === length) return { length, op: cue.cue.op, sense: cue.cue.sense }
  }
  return undefined
}

const UNITS = new Set(
  '€ $ £ % eur euro euros usd dollar dollars pounds years year old days day weeks week months month minutes hours hour kg km cm percent'.split(
    ' ',
  ),
)

export interface Amount {
  readonly value: number
  readonly end: number
  /** The unit of time that it is counted in, where one is said. */
  readonly unit: string | null
  /** "or more", said after it. */
  readonly op: Comparator | null
}

/** A number with its unit, and "or more" after it. */
export const amountAt = (sentence: Sentence, start: number): Amount | undefined => {
  const at = /^[€$£]$/.test(wordAt(sentence, start)) ? start + 1 : start
  // "Longer than a week".
  const isOne = /^(a|an)$/.test(wordAt(sentence, at)) && timeUnitOf(wordAt(sentence, at + 1)) !== null
  const value = isOne ? 1 : numberAt(sentence, at)
  if (value === undefined) return undefined
  let end = at + 1
  while (UNITS.has(wordAt(sentence, end)) && end < at + 3) end++
  const after = cueAt(sentence, end, 'compare-after')
  return {
    value,
    end: end + (after?.length ?? 0),
    op: after?.cue.op ?? null,
    unit: timeUnitOf(wordAt(sentence, at + 1)),
  }
}

/** "32 or 33", "2013, 2014 and 2016". */
export const amountsAt = (
  sentence: Sentence,
  at: number,
): { readonly values: readonly number[]; readonly end: number } | undefined => {
  const values: number[] = []
  let end = at
  for (let next = at; ; ) {
    const amount = amountAt(sentence, next)
    if (amount === undefined || amount.op !== null) break
    values.push(amount.value)
    end = amount.end
    next = end
    while (/^(or|and|,)$/.test(wordAt(sentence, next))) next++
    if (next === end) break
  }
  return values.length === 0 ? undefined : { values, end }
}

const SAYING = /^(not|either|both|equal|to|the|that|,|=|named|called|being|has|have|with|a|an|as|name)$/
/** "Cities that have more than one employee": the number is not one of cities. */
export const COMPARING = /^(not|either|both|equal|to|the|=|being)$/

/** Where what follows a column begins: "age is", "hometown of", "year in". */
export const pastCopula = (
  sentence: Sentence,
  at: number,
  words = SAYING,
): { readonly at: number; readonly negated: boolean; readonly both: boolean } => {
  let next = at
  let negated = false
  let both = false
  for (; next < at + 5; next++) {
    const word = wordAt(sentence, next)
    if (word === 'not') negated = true
    if (word === 'both') both = true
    if (!isSpace(word) && !words.test(word)) break
  }
  return { at: next, negated, both }
}
