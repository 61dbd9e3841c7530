import { mapSliced, type Sliced } from '../platform/values/sliced.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy } from './policy.ts'
import { tablePolicy } from './policy-entries.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/**
 * Why a row count is unknown: the request's table limit was reached, the statement timed out, no slot was free, or the
 * guard or the database refused the statement.
 */
export const NOT_COUNTED_REASONS = ['table_limit', 'timeout', 'busy', 'refused'] as const
export type NotCounted = (typeof NOT_COUNTED_REASONS)[number]

/** A policy before and after a change. */
interface PolicyChange {
  readonly before: Policy
  readonly after: Policy
}

/**
 * The tables that a policy change is previewed for: first those whose entry changes, then all others that are open
 * before or after it, each in schema order.
 */
export function* previewedTables(
  { tables }: Pick<Schema, 'tables'>,
  { before, after }: PolicyChange,
  folding: NameFolding,
): Sliced<readonly Table[]> {
  const entries = yield* mapSliced(tables, (table) => {
    const [was, is] = [before, after].map((policy) => tablePolicy(policy, tableName(table), folding))
    return {
      table,
      isOpen: was?.mode !== 'deny' || is?.mode !== 'deny',
      isChanged: JSON.stringify(was) !== JSON.stringify(is),
    }
  })
  const changed = entries.filter(({ isChanged }) => isChanged)
  const others = entries.filter(({ isChanged, isOpen }) => isOpen && !isChanged)
  return [...changed, ...others].map(({ table }) => table)
}
