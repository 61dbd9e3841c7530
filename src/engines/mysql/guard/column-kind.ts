import { type BoundValue, parseCanonicalInteger, type RestrictionValue } from '../../../guard/restriction.ts'
import { EXACT_COLUMNS, FLOAT_COLUMNS } from '../language/allow-list.ts'

/**
 * How a column compares: integers and decimals exactly, floats within their precision, everything else as text. A
 * server compares texts with numbers as numbers, and takes '042abc' for 42.
 *
 * @param declared the column's declared type
 */
export const kindOf = (declared: string): 'exact' | 'float' | 'text' => {
  const type = /^[a-z]+/.exec(declared.trim().toLowerCase())?.[0] ?? ''
  if (FLOAT_COLUMNS.has(type)) return 'float'
  return EXACT_COLUMNS.has(type) ? 'exact' : 'text'
}

/** Whether a column holds bytes that may not be text. */
export const isBytes = (declared: string): boolean => /^\s*(?:(?:var)?binary|[a-z]*blob)\b/i.test(declared)

/** Beyond this, floats cannot represent every integer. */
const FLOAT_EXACT = 2n ** 53n

/**
 * The value to bind for comparing a column with a tenant or scope, in the column's kind.
 *
 * @returns null if no row can match
 */
export const boundValue = (bound: RestrictionValue, declared: string): BoundValue => {
  if (bound.type === 'nothing') return bound.value
  const kind = kindOf(declared)
  if (kind === 'text') return String(bound.value)
  const value = bound.type === 'integer' ? bound.value : (parseCanonicalInteger(bound.value) ?? null)
  if (value === null || kind === 'exact') return value
  return value < FLOAT_EXACT && value > -FLOAT_EXACT ? value : null
}

/** Types with short text forms. */
const SHORT_TYPE =
  /^(?:(?:tiny|small|medium|big)?int|integer|bool|dec|numeric|fixed|float|double|real|bit|date|time|year)/i

/** Maximum bytes of a column's text; infinity if its declaration gives no useful bound. */
export const columnLength = (declared: string): number => {
  const characters = /^(?:(?:var)?char|(?:var)?binary)\(([0-9]{1,5})\)/i.exec(declared)?.[1]
  if (characters !== undefined) return 4 * Number(characters)
  return SHORT_TYPE.test(declared) ? 100 : Number.POSITIVE_INFINITY
}
