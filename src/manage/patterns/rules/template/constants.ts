import { identifiesRows } from '../../../../guard/proposal/name-words.ts'
import { isLocalZone } from './constant-forms.ts'
import { isoDay } from './iso-day.ts'
import type { Literal } from './query-reading.ts'
import { containsWords, wordsOf } from './words-of.ts'

/** A date, with or without midnight as its time. */
const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?)?$/

/** The date of a text constant, as `2026-11-21`. */
export const dayOf = ({ kind, value }: Pick<Literal, 'kind' | 'value'>): string | undefined => {
  const found = kind === 'text' ? DAY.exec(value) : null
  return found === null ? undefined : isoDay(found[1], found[2], found[3])
}

/** Whether a text is a month, a date or a timestamp. */
export const isDateOrTime = (text: string): boolean => /^\d{4}-\d\d(?:-\d\d(?:[T ][\d:.+Z-]*)?)?$/.test(text)

/** Separators and wildcards. */
const PUNCTUATION = /^[\s,;:.%_/|()-]{0,4}$/

/** Whether a constant cannot be private data of a tenant: a form, a row limit, a flag. */
export const isHarmless = (literal: Literal): boolean => {
  if (literal.role !== undefined) return true
  if (literal.kind === 'text') return PUNCTUATION.test(literal.value)
  if (literal.value !== '0' && literal.value !== '1') return false
  const { compared, column } = literal
  if (compared === undefined) return true
  return column === undefined ? compared === 'range' : !identifiesRows(column.name)
}

/** Whether a constant identifies rows, unlike the bound of a range of numbers. */
export const identifiesRow = (literal: Literal): boolean => {
  if (isHarmless(literal)) return false
  if (literal.kind === 'text') return dayOf(literal) === undefined
  return literal.compared !== 'range' || (literal.column !== undefined && identifiesRows(literal.column.name))
}

/** Literals that are thresholds chosen by the author of the query: bounds of a range of numbers or of time. */
export const thresholdLiterals = (literals: readonly Literal[]): ReadonlySet<Literal> => {
  const bounds = literals.flatMap((literal) => (literal.bound === undefined ? [] : [{ literal, ...literal.bound }]))
  const decided = new Set<Literal>()
  for (const same of Map.groupBy(bounds, ({ about }) => about).values()) {
    const [low, high] = (['low', 'high'] as const).map((side) =>
      same.flatMap((bound) => (bound.side === side ? [bound.literal] : [])),
    )
    for (const { literal, columns, side } of same) {
      if (identifiesRow(literal) || columns.some(identifiesRows)) continue
      if (literal.kind === 'text' && !isDateOrTime(literal.value)) continue
      const others = side === 'low' ? high : low
      if (others?.every((other) => isApart(literal.value, other.value) && other.kind === literal.kind))
        decided.add(literal)
    }
  }
  return decided
}

/** Whether two bounds are so far apart that their range does not select a single value. */
const isApart = (one: string, other: string): boolean => {
  if (isDateOrTime(one)) return isDateOrTime(other) && Math.abs(Date.parse(one) - Date.parse(other)) > DAY_MS
  const [small = 0, large = 0] = [one, other].map((value) => Math.abs(Number(value))).sort((a, b) => a - b)
  const difference = large - small
  return difference > 0 && (large >= 1.5 * small || (difference >= large / 20 && isRound(difference)))
}

const DAY_MS = 86_400_000

/** Examples: 5, 20, 1000. */
const isRound = (number: number): boolean => /^[1-9]0*$/.test(String(number))

/**
 * The constants of a query that must occur in its question. Any constant may depend on a value that identifies a row: with such
 * a slot, ranges and time zones must occur in the question, too.
 */
export const constantsRequiredInQuestion = (
  literals: readonly Literal[],
  slots: readonly Literal[],
): readonly Literal[] => {
  const hasIdentity = slots.some(identifiesRow)
  const decided = thresholdLiterals(literals)
  return literals.filter((literal) => {
    if (slots.includes(literal)) return false
    if (isHarmless(literal)) return hasIdentity && (isLocalZone(literal.value) || literal.role === 'calendar')
    return hasIdentity || literal.kind === 'text' || !decided.has(literal)
  })
}

/**
 * Returns a predicate: whether a question contains a constant. Short constants are compared case-sensitively: the `in` of
 * "customers in Mumbai" is not `'IN'`.
 */
export const questionMatcher = (parts: readonly string[]): ((literal: Literal) => boolean) => {
  const folded = parts.map(wordsOf)
  const words = parts.map((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  // The first word of a question is always capitalized: "A list of visits" does not contain `'A'`.
  const written = new Set(words.flatMap((some, at) => (at === 0 ? some.slice(1) : some)))
  const numbers = new Set(
    words
      .flat()
      .filter((word) => /^\d{1,15}$/.test(word))
      .map(Number),
  )
  return ({ kind, value }) => {
    if (kind === 'number' && numbers.has(Number(value))) return true
    if (isDateOrTime(value) && /^\d{4}-01(?:-01)?(?:[T ]|$)/.test(value)) {
      const year = Number(value.slice(0, 4))
      // A year in the question covers its first day and the first day of the next year.
      if (numbers.has(year) || numbers.has(year - 1)) return true
    }
    const own = wordsOf(value)
    // Wildcards are ignored: `LIKE 'A%'`, `$regex: '^A'`.
    if (own.join('').length <= SHORT) return written.has(value.replace(/^[%^]+|[%$]+$/g, ''))
    return folded.some((part) => containsWords(part, own))
  }
}

const SHORT = 3
