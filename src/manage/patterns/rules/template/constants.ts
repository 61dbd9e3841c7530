import { identifiesRows } from '../../../../guard/proposal/name-words.ts'
import { isLocalZone } from './constant-forms.ts'
import { isoDay } from './iso-day.ts'
import type { Literal } from './query-reading.ts'
import { holdsWords, wordsOf } from './words-of.ts'

/** A day, with or without the midnight that it begins at. */
const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?)?$/

/** The day that a text constant stands for. */
export const dayOf = ({ kind, value }: Pick<Literal, 'kind' | 'value'>): string | undefined => {
  const found = kind === 'text' ? DAY.exec(value) : null
  return found === null ? undefined : isoDay(found[1], found[2], found[3])
}

/** A month, a day or a moment. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d(?:-\d\d(?:[T ][\d:.+Z-]*)?)?$/.test(text)

/** What divides, joins or matches any text. */
const PUNCTUATION = /^[\s,;:.%_/|()-]{0,4}$/

/** Whether a constant can be no value of a row that somebody alone knows: a form, a number of rows, a flag. */
export const isHarmless = (literal: Literal): boolean => {
  if (literal.role !== undefined) return true
  if (literal.kind === 'text') return PUNCTUATION.test(literal.value)
  if (literal.value !== '0' && literal.value !== '1') return false
  const { compared, column } = literal
  if (compared === undefined) return true
  return column === undefined ? compared === 'range' : !identifiesRows(column.name)
}

/** Whether a constant says which rows are meant, and not where a range of numbers begins or ends. */
export const isIdentity = (literal: Literal): boolean => {
  if (isHarmless(literal)) return false
  if (literal.kind === 'text') return dayOf(literal) === undefined
  return literal.compared !== 'range' || (literal.column !== undefined && identifiesRows(literal.column.name))
}

/** The literals of a query that its owner has decided on: where a range of numbers or of time begins or ends. */
export const decidedRanges = (literals: readonly Literal[]): ReadonlySet<Literal> => {
  const bounds = literals.flatMap((literal) => (literal.bound === undefined ? [] : [{ literal, ...literal.bound }]))
  const decided = new Set<Literal>()
  for (const same of Map.groupBy(bounds, ({ about }) => about).values()) {
    const [low, high] = (['low', 'high'] as const).map((side) =>
      same.flatMap((bound) => (bound.side === side ? [bound.literal] : [])),
    )
    for (const { literal, columns, side } of same) {
      if (isIdentity(literal) || columns.some(identifiesRows)) continue
      if (literal.kind === 'text' && !isMoment(literal.value)) continue
      const others = side === 'low' ? high : low
      if (others?.every((other) => isApart(literal.value, other.value) && other.kind === literal.kind))
        decided.add(literal)
    }
  }
  return decided
}

/** Whether two ends are so far apart that their range is none of one value. */
const isApart = (one: string, other: string): boolean => {
  if (isMoment(one)) return isMoment(other) && Math.abs(Date.parse(one) - Date.parse(other)) > DAY_MS
  const [small = 0, large = 0] = [one, other].map((value) => Math.abs(Number(value))).sort((a, b) => a - b)
  const difference = large - small
  return difference > 0 && (large >= 1.5 * small || (difference >= large / 20 && isRound(difference)))
}

const DAY_MS = 86_400_000

/** 5, 20, 1000. */
const isRound = (number: number): boolean => /^[1-9]0*$/.test(String(number))

/**
 * The constants of a query that its question has to say. A value that says which row is meant may have any of them with it:
 * beside such a slot neither a range nor a time zone may stay.
 */
export const constantsToBeSaid = (literals: readonly Literal[], slots: readonly Literal[]): readonly Literal[] => {
  const isBound = slots.some(isIdentity)
  const decided = decidedRanges(literals)
  return literals.filter((literal) => {
    if (slots.includes(literal)) return false
    if (isHarmless(literal)) return isBound && (isLocalZone(literal.value) || literal.role === 'calendar')
    return isBound || literal.kind === 'text' || !decided.has(literal)
  })
}

/**
 * Words of a question as they say constants. A short one is said only as it is written: the `in` of "customers in Mumbai" says
 * no `'IN'`.
 */
export const sayingOf = (parts: readonly string[]): ((literal: Literal) => boolean) => {
  const folded = parts.map(wordsOf)
  const words = parts.map((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  // The first word has a capital whatever it is: "A list of visits" says no `'A'`.
  const written = new Set(words.flatMap((some, at) => (at === 0 ? some.slice(1) : some)))
  const numbers = new Set(
    words
      .flat()
      .filter((word) => /^\d{1,15}$/.test(word))
      .map(Number),
  )
  return ({ kind, value }) => {
    if (kind === 'number' && numbers.has(Number(value))) return true
    if (isMoment(value) && /^\d{4}-01(?:-01)?(?:[T ]|$)/.test(value)) {
      const year = Number(value.slice(0, 4))
      // The year that is said, from its first day to that of the next one.
      if (numbers.has(year) || numbers.has(year - 1)) return true
    }
    const own = wordsOf(value)
    // A pattern says what its wildcards surround: `LIKE 'A%'`, `$regex: '^A'`.
    if (own.join('').length <= SHORT) return written.has(value.replace(/^[%^]+|[%$]+$/g, ''))
    return folded.some((part) => holdsWords(part, own))
  }
}

const SHORT = 3
