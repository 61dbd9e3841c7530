import type { Bound } from '../../../domain/guard/restriction.ts'

const LARGEST_INTEGER = 2n ** 63n - 1n

/** In no column, and no number to SQLite: what cannot be a value of a column matches no row. */
const NO_VALUE = '\u0001no value'

/**
 * The value to bind where a column is compared with a tenant or a scope. SQLite converts a bound text to a number
 * beside a column of numeric affinity, so that `042` would find the rows of 42: the two are different scopes here.
 *
 * @param declared type of the column as declared
 */
export const boundValue = (bound: Bound, declared: string): bigint | string => {
  const affinity = affinityOf(declared)
  if (bound.type === 'integer') return affinity === 'text' ? String(bound.value) : bound.value
  if (affinity !== 'number') return bound.value
  if (/^(0|-?[1-9][0-9]{0,18})$/.test(bound.value)) {
    const value = BigInt(bound.value)
    return value <= LARGEST_INTEGER && value >= -LARGEST_INTEGER ? value : NO_VALUE
  }
  return looksNumeric(bound.value) ? NO_VALUE : bound.value
}

/** The rules of SQLite's "Determination Of Column Affinity", in their order. */
export const affinityOf = (declared: string): 'number' | 'text' | 'none' => {
  const type = declared.toUpperCase()
  if (type.includes('INT')) return 'number'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'text'
  return type === '' || type.includes('BLOB') ? 'none' : 'number'
}

/** What SQLite would read as a number, and more. */
const looksNumeric = (text: string): boolean => /^\s*[+-]?(\d|\.\d)/.test(text)
