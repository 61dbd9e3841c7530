import { type Bound, type BoundValue, integerOf } from '../../../guard/restriction.ts'

/**
 * The value to bind where a column is compared with a tenant or a scope. SQLite converts a bound text to a number
 * beside a column of numeric affinity, so that `042` would find the rows of 42: the two are different scopes here.
 *
 * @param declared type of the column as declared
 * @returns null where no row can be meant
 */
export const boundValue = (bound: Bound, declared: string): BoundValue => {
  if (bound.type === 'nothing') return bound.value
  const affinity = affinityOf(declared)
  if (bound.type === 'integer') return affinity === 'text' ? String(bound.value) : bound.value
  if (affinity !== 'number') return bound.value
  return integerOf(bound.value) ?? (looksNumeric(bound.value) ? null : bound.value)
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
