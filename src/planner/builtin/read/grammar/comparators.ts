import type { Comparator } from '../../query/index.ts'
import { timeUnitOf } from '../../schema/index.ts'
import { cueAt, numberAt, type Sentence, wordAt } from './phrases.ts'

/** "more than", "older than", "at least". */
export const comparatorAt = (sentence: Sentence, at: number) => cueAt(sentence, at, 'compare')

const UNITS = new Set(
  '€ $ £ % eur euro euros usd dollar dollars pounds years year old days day weeks week months month minutes hours hour kg km cm percent'.split(
    ' ',
  ),
)

interface Amount {
  readonly value: number
  readonly end: number
  /** Its unit of time, if one is named. */
  readonly unit: string | null
  /** A following "or more". */
  readonly op: Comparator | null
}

/** A number with its unit, and "or more" after it. */
export const amountAt = (sentence: Sentence, start: number): Amount | undefined => {
  const at = /^[€$£]$/.test(wordAt(sentence, start)) ? start + 1 : start
  const value = numberAt(sentence, at)
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

const SAYING =
  /^(is|are|was|were|of|by|not|either|both|equal|to|the|that|,|=|named|called|being|has|have|with|a|an|as|name)$/
/** "Cities that have more than one employee": the number is no number of cities. */
export const COMPARING = /^(is|are|was|were|of|by|not|either|both|equal|to|the|=|being)$/

/** The token after a column's copula: "age is", "hometown of", "year in". */
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
    if (!words.test(word)) break
  }
  return { at: next, negated, both }
}
