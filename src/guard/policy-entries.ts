import type { NameFolding } from './name-folding.ts'
import type { Policy, TablePolicy } from './policy.ts'

interface PolicyEntries {
  readonly asWritten: ReadonlyMap<string, TablePolicy>
  readonly folded: ReadonlyMap<string, TablePolicy>
}

/** Cached per policy, because every table of every query is looked up. */
const entriesByPolicy = new WeakMap<Policy, WeakMap<NameFolding, PolicyEntries>>()

/**
 * The entry of a policy that applies to a table: the one of the exact name, else one whose name folds to the same form,
 * else `*`. Without an entry the table is denied.
 *
 * @param name as `tableName` returns it
 */
export const tablePolicy = (policy: Policy, name: string, folding: NameFolding): TablePolicy => {
  const { asWritten, folded } = entriesOf(policy, folding)
  return asWritten.get(name) ?? folded.get(folding.table(name)) ?? asWritten.get('*') ?? { mode: 'deny' }
}

const entriesOf = (policy: Policy, folding: NameFolding): PolicyEntries => {
  const ofPolicy = entriesByPolicy.get(policy) ?? new WeakMap<NameFolding, PolicyEntries>()
  entriesByPolicy.set(policy, ofPolicy)
  const cached = ofPolicy.get(folding)
  if (cached !== undefined) return cached
  const asWritten = new Map(Object.entries(policy.tables))
  // If two names fold to the same form, the first entry wins.
  const folded = new Map([...asWritten].toReversed().map(([name, entry]) => [folding.table(name), entry]))
  const entries = { asWritten, folded }
  ofPolicy.set(folding, entries)
  return entries
}
