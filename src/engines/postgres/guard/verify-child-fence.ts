import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import type { Table } from '../../../domain/guard/schema.ts'
import { Conduct } from './verify-conduct.ts'
import { VerifiedTypes } from './verify-own-types.ts'
import { policyFor, tableOf } from './verify-policy.ts'
import { at, list } from './verify-tree.ts'

/**
 * Whether tables that are seen through others are fenced where anything of the query could fail on a row before it is
 * joined with its parent.
 *
 * @param filters the sub-selects that read tables
 * @returns what is wrong, or undefined
 */
export const childFenceFault = (
  query: unknown,
  filters: ReadonlySet<unknown>,
  rules: GuardRules,
): string | undefined => {
  const tables = new Map([...filters].map((filter) => [filter, readBy(filter, rules)]))
  const open = [...tables].some(
    ([filter, table]) =>
      table !== undefined &&
      policyFor(table, rules.policy)?.mode === 'via' &&
      at(filter, 'whereClause') !== undefined &&
      at(filter, 'limitOffset') === undefined,
  )
  if (!open) return undefined
  return new Conduct(query, tables, new VerifiedTypes(rules.schema)).isSafe() ? undefined : 'a child without its fence'
}

const readBy = (filter: unknown, { schema }: GuardRules): Table | undefined => {
  const table = at(list(at(filter, 'fromClause'))[0], 'RangeVar')
  return tableOf(schema, String(at(table, 'schemaname')), String(at(table, 'relname')))
}
