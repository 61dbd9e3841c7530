import type { NameFolding } from '../name-folding.ts'
import type { Policy, TablePolicy } from '../policy.ts'

/** A proposed restriction of each table, with reasons, for a manager to confirm. */
export interface PolicyProposal {
  readonly engine: string
  readonly tenant?: NonNullable<Policy['tenant']>
  readonly scope?: NonNullable<Policy['scope']>
  readonly tables: readonly TableProposal[]
}

export interface TableProposal {
  /** Named as in policies. */
  readonly table: string
  readonly policy: TablePolicy
  /** In words, for the manager. */
  readonly reason: string
  /** Whether the tenant column itself identifies the owner of each row, so that no confirmation is needed. */
  readonly isCertain: boolean
}

const DENY: TablePolicy = { mode: 'deny' }

/**
 * The policy that follows from a proposal and an optional earlier policy, whose entries stay as they are: a table
 * denied by name stays denied unless accepted, and so does every table whose proposal is not certain. Every table gets
 * an entry, so that a later one is recognized as new.
 *
 * @param accepted the confirmed tables, named as in the proposal
 */
export const policyFrom = (
  proposal: PolicyProposal,
  { accepted, earlier, folding }: { accepted: ReadonlySet<string>; earlier?: Policy; folding: NameFolding },
): Policy => {
  const { engine, tenant, scope } = proposal
  const known = earlier ?? { version: 1, engine, ...(tenant && { tenant }), ...(scope && { scope }), tables: {} }
  const tables = new Map(Object.entries(known.tables))
  const rest = tables.get('*') ?? DENY
  tables.delete('*')
  for (const { table, policy, isCertain } of proposal.tables) {
    const name = entryName(known, table, folding)
    if (accepted.has(table) && (name === undefined || tables.get(name)?.mode === 'deny'))
      tables.set(name ?? table, withColumnsOf(tables.get(name ?? table), policy))
    else if (name === undefined) tables.set(table, isCertain ? policy : DENY)
  }
  return { ...known, tables: Object.fromEntries([...tables, ['*', rest]]) }
}

/** A new entry for a table that keeps the column decisions (`hide`, `show`) of the former one. */
export const withColumnsOf = (former: TablePolicy | undefined, entry: TablePolicy): TablePolicy => {
  const show = former?.show ?? []
  const proposed = (entry.hide ?? []).filter((column) => !show.includes(column))
  return withColumns(entry, { hide: [...new Set([...proposed, ...(former?.hide ?? [])])], show })
}

/** Replaces the column lists of an entry; empty lists are left out. */
export const withColumns = (
  { hide: _, show: __, ...entry }: TablePolicy,
  { hide, show }: { readonly hide: readonly string[]; readonly show: readonly string[] },
): TablePolicy => ({
  ...entry,
  ...(hide.length === 0 ? {} : { hide }),
  ...(show.length === 0 ? {} : { show }),
})

/** The proposals that would open a table which a policy keeps closed. */
export const unconfirmed = (
  proposal: PolicyProposal,
  policy: Policy,
  folding: NameFolding,
): readonly TableProposal[] => {
  const entries = new Map(Object.entries(policy.tables))
  return proposal.tables.filter(({ table, policy: { mode } }) => {
    const name = entryName(policy, table, folding)
    return mode !== 'deny' && (name === undefined || entries.get(name)?.mode === 'deny')
  })
}

/** The name of a table's entry as the policy spells it; undefined if there is none (`*` does not count). */
export const entryName = (policy: Policy, table: string, folding: NameFolding): string | undefined =>
  Object.hasOwn(policy.tables, table) ? table : foldedNames(policy, folding).get(folding.table(table))

/** Cached per policy, because every table of a schema is looked up. */
const foldedNamesCache = new WeakMap<Policy, WeakMap<NameFolding, ReadonlyMap<string, string>>>()

const foldedNames = (policy: Policy, folding: NameFolding): ReadonlyMap<string, string> => {
  const ofPolicy = foldedNamesCache.get(policy) ?? new WeakMap<NameFolding, ReadonlyMap<string, string>>()
  foldedNamesCache.set(policy, ofPolicy)
  const cached = ofPolicy.get(folding)
  if (cached !== undefined) return cached
  // If two names fold to the same form, the first entry wins.
  const names = Object.keys(policy.tables).filter((name) => name !== '*')
  const folded = new Map(names.toReversed().map((name) => [folding.table(name), name]))
  ofPolicy.set(folding, folded)
  return folded
}
