import { type BoundValue, parseCanonicalInteger, type RestrictionValue } from '../../../guard/restriction.ts'

/**
 * The value to bind for comparing a column with a tenant or scope. SQLite converts a bound text to a number for columns
 * of numeric affinity, so that `042` would match rows of 42, which is a different scope.
 *
 * @param declared the column's declared type
 * @returns null if no row can match
 */
export const boundValue = (bound: RestrictionValue, declared: string): BoundValue => {
  if (bound.type === 'nothing') return bound.value
  const affinity = affinityOf(declared)
  if (bound.type === 'integer') return affinity === 'text' ? String(bound.value) : bound.value
  if (affinity !== 'number') return bound.value
  return parseCanonicalInteger(bound.value) ?? (mayBeNumber(bound.value) ? null : bound.value)
}

/** The rules of SQLite's "Determination Of Column Affinity", in their order. */
export const affinityOf = (declared: string): 'number' | 'text' | 'none' => {
  const type = declared.toUpperCase()
  if (type.includes('INT')) return 'number'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'text'
  return type === '' || type.includes('BLOB') ? 'none' : 'number'
}

/** Whether SQLite might convert a text to a number. */
const mayBeNumber = (text: string): boolean => /^\s*[+-]?(\d|\.\d)/.test(text)
