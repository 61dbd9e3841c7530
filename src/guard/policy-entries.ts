import type { NameFolding } from './name-folding.ts'
import type { Policy, TablePolicy } from './policy.ts'

interface PolicyEntries {
  readonly asWritten: ReadonlyMap<string, TablePolicy>
  readonly folded: ReadonlyMap<string, TablePolicy>
}

/** Made once for a policy, because every table of every query asks, and gone with it. */
const known = new WeakMap<Policy, WeakMap<NameFolding, PolicyEntries>>()

/**
 * The entry of a policy that applies to a table: the one of its very name, else one of a name that means the same to
 * the engine, else `*`. Whatever nobody classified is denied.
 *
 * @param name as `tableName` gives it
 */
export const tablePolicy = (policy: Policy, name: string, folding: NameFolding): TablePolicy => {
  const { asWritten, folded } = entriesOf(policy, folding)
  return asWritten.get(name) ?? folded.get(folding.table(name)) ?? asWritten.get('*') ?? { mode: 'deny' }
}

const entriesOf = (policy: Policy, folding: NameFolding): PolicyEntries => {
  const ofPolicy = known.get(policy) ?? new WeakMap<NameFolding, PolicyEntries>()
  known.set(policy, ofPolicy)
  const kept = ofPolicy.get(folding)
  if (kept !== undefined) return kept
  const asWritten = new Map(Object.entries(policy.tables))
  // Of two names that mean the same, the first entry is meant.
  const folded = new Map([...asWritten].toReversed().map(([name, entry]) => [folding.table(name), entry]))
  const entries = { asWritten, folded }
  ofPolicy.set(folding, entries)
  return entries
}
