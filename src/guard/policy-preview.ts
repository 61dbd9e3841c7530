import { eachSliced, type Sliced } from '../platform/values/sliced.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy } from './policy.ts'
import { tablePolicy } from './policy-entries.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/**
 * Why a number is not known: the table was one too many for a request, its statement took too long, no slot was free for it, or the
 * guard or the database refused it.
 */
export const NOT_COUNTED_REASONS = ['table_limit', 'timeout', 'busy', 'refused'] as const
export type NotCounted = (typeof NOT_COUNTED_REASONS)[number]

/** A policy as it is, and as it would be. */
export interface PolicyChange {
  readonly before: Policy
  readonly after: Policy
}

/**
 * The tables that a change of a policy is previewed for: those whose entry it changes, and after them all others that are
 * open before or after it, each in the order of the schema.
 */
export function* previewedTables(
  { tables }: Pick<Schema, 'tables'>,
  { before, after }: PolicyChange,
  folding: NameFolding,
): Sliced<readonly Table[]> {
  const entries = yield* eachSliced(tables, (table) => {
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
