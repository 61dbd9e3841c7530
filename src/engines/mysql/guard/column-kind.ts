import { type Bound, type BoundValue, integerOf } from '../../../guard/restriction.ts'
import { EXACT_COLUMNS, FLOAT_COLUMNS } from '../language/allow-list.ts'

/**
 * How a column compares: whole numbers and decimals exactly, floating point numbers as far as they are exact, all else
 * as text. A server compares a text with a number as numbers, and takes '042abc' for 42.
 *
 * @param declared type of the column as declared
 */
export const kindOf = (declared: string): 'exact' | 'float' | 'text' => {
  const type = /^[a-z]+/.exec(declared.trim().toLowerCase())?.[0] ?? ''
  if (FLOAT_COLUMNS.has(type)) return 'float'
  return EXACT_COLUMNS.has(type) ? 'exact' : 'text'
}

/** Whether a column holds bytes that need not be text. */
export const isBytes = (declared: string): boolean => /^\s*(?:(?:var)?binary|[a-z]*blob)\b/i.test(declared)

/** Beyond it two whole numbers may be the same floating point number. */
const FLOAT_EXACT = 2n ** 53n

/**
 * The value to bind where a column is compared with a tenant or a scope, of the column's own kind.
 *
 * @returns null where no row can be meant
 */
export const boundValue = (bound: Bound, declared: string): BoundValue => {
  if (bound.type === 'nothing') return bound.value
  const kind = kindOf(declared)
  if (kind === 'text') return String(bound.value)
  const value = bound.type === 'integer' ? bound.value : (integerOf(bound.value) ?? null)
  if (value === null || kind === 'exact') return value
  return value < FLOAT_EXACT && value > -FLOAT_EXACT ? value : null
}

/** Types whose text is short whatever is stored. */
const SHORT = /^(?:(?:tiny|small|medium|big)?int|integer|bool|dec|numeric|fixed|float|double|real|bit|date|time|year)/i

/** How many bytes the text of a column takes at most; infinity where its declaration does not bound it well. */
export const columnLength = (declared: string): number => {
  const characters = /^(?:(?:var)?char|(?:var)?binary)\(([0-9]{1,5})\)/i.exec(declared)?.[1]
  if (characters !== undefined) return 4 * Number(characters)
  return SHORT.test(declared) ? 100 : Number.POSITIVE_INFINITY
}
