import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import type { Table } from '../../../domain/guard/schema.ts'
import { Conditions } from './verify-conditions.ts'
import { Conduct } from './verify-conduct.ts'
import type { Filters } from './verify-filter.ts'
import { VerifiedTypes } from './verify-own-types.ts'
import { policyFor, tableOf } from './verify-policy.ts'
import { at, list } from './verify-tree.ts'

/**
 * Whether filters are fenced where something of the query may be tried on what they leave out: any of them where a
 * condition could fail on a value or take long, and those of tables that are seen through others where anything could
 * fail on a row before it is joined with its parent.
 *
 * @param filters the sub-selects that read tables
 * @returns what is wrong, or undefined
 */
export const fenceFault = (query: unknown, filters: Filters, rules: GuardRules): string | undefined => {
  const open = [...filters].filter(([, { read, fenced }]) => !fenced && at(read, 'whereClause') !== undefined)
  if (open.length === 0) return undefined
  const tables = new Map([...filters].map(([place, { read }]) => [place, { read, table: readBy(read, rules) }]))
  const conduct = new Conduct(query, tables, new VerifiedTypes(rules.schema))
  if (!new Conditions(query, filters, conduct).areSafe()) return 'a condition that may run too early'
  const openChild = open.some(([place]) => {
    const table = tables.get(place)?.table
    return table !== undefined && policyFor(table, rules.policy)?.mode === 'via'
  })
  return !openChild || conduct.isSafe() ? undefined : 'a child without its fence'
}

const readBy = (read: unknown, { schema }: GuardRules): Table | undefined => {
  const table = at(list(at(read, 'fromClause'))[0], 'RangeVar')
  return tableOf(schema, String(at(table, 'schemaname')), String(at(table, 'relname')))
}
