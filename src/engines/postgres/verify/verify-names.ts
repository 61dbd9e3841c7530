import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { Filters } from './verify-filter.ts'
import { VerifiedTypes } from './verify-own-types.ts'
import { tableOf } from './verify-policy.ts'
import { at, isObject, list, namesIn } from './verify-tree.ts'
import { FORBIDDEN, FUNCTION_NAMES, TYPE_NAMES } from './verify-words.ts'

/**
 * Checks that every `relation.name` and `(relation).name` refers to a known name: otherwise PostgreSQL calls a function
 * of that name. Names that only the statement assigns must not be those of dangerous functions.
 *
 * @param filters the sub-selects that read tables
 * @returns what is wrong, or undefined
 */
export const namesFault = (query: unknown, filters: Filters, rules: GuardRules): string | undefined => {
  const types = new VerifiedTypes(rules.schema)
  const columns = new Set<string>()
  const assigned = new Set<string>()
  const requested: string[] = []
  /** Whether a filtered table has a composite column with this field. */
  const isField = (content: unknown, name: string): boolean => {
    const column = nameOf(list(at(content, 'arg', 'ColumnRef', 'fields')).at(-1))
    return (
      column !== undefined &&
      !FORBIDDEN.test(name) &&
      declaredIn(filters, rules, column).some((type) => types.hasField(type, name))
    )
  }
  for (const { read } of filters.values())
    for (const target of list(at(read, 'targetList'))) {
      const name = nameOf(list(at(target, 'ResTarget', 'val', 'ColumnRef', 'fields'))[0])
      if (name !== undefined) columns.add(name)
    }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one)
      return
    }
    if (!isObject(value) || filters.has(value)) return
    for (const key in value) {
      const content = value[key]
      if (key === 'aliasname' && typeof content === 'string') assigned.add(content)
      if (typeof content !== 'object') continue
      if (key === 'ColumnRef') {
        const fields = list(at(content, 'fields'))
        const star = at(fields[fields.length - 1], 'A_Star') !== undefined
        const name = nameOf(fields.at(star ? -2 : -1))
        if (fields.length > 1 && name !== undefined && !star) requested.push(name)
        if (fields.length > (star ? 3 : 2)) requested.push('')
        continue
      }
      if (key === 'A_Indirection') {
        for (const step of list(at(content, 'indirection'))) {
          const name = nameOf(step)
          if (name !== undefined && !isField(content, name)) requested.push(name)
        }
      } else if (key === 'ResTarget') {
        const name = at(content, 'name')
        if (typeof name === 'string') assigned.add(name)
      } else if (key === 'aliascolnames' || key === 'colnames')
        for (const name of namesIn(content) ?? []) assigned.add(name)
      visit(content)
    }
  }
  visit(query)
  const isKnown = (name: string): boolean =>
    columns.has(name) ||
    (assigned.has(name) && !FORBIDDEN.test(name)) ||
    FUNCTION_NAMES.has(name) ||
    TYPE_NAMES.has(name) ||
    GENERATED_NAMES.test(name)
  return requested.every(isKnown) ? undefined : 'a column that nothing has'
}

/** Names that PostgreSQL gives to result columns. */
const GENERATED_NAMES =
  /^(?:\?column\?|case|array|row|exists|nullif|coalesce|greatest|least|grouping|ordinality|key|value|current_date|current_time|current_timestamp|localtime|localtimestamp|column\d+)$/

/** Types of columns with this name in the tables that are read. */
const declaredIn = (filters: Filters, { schema }: GuardRules, name: string): readonly string[] =>
  [...filters.values()].flatMap(({ read }) => {
    const named = at(list(at(read, 'fromClause'))[0], 'RangeVar')
    const table = tableOf(schema, String(at(named, 'schemaname')), String(at(named, 'relname')))
    return (table?.columns ?? []).filter((column) => column.name === name).map(({ type }) => type)
  })

const nameOf = (field: unknown): string | undefined => {
  const name = at(field, 'String', 'sval')
  return typeof name === 'string' ? name : undefined
}
