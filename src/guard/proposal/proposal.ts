import type { NameFolding } from '../name-folding.ts'
import type { Policy, TablePolicy } from '../policy.ts'

/** How the tables of a database could be restricted, and why: for a person to confirm. */
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
  /** In words, for a person. */
  readonly reason: string
  /** The tenant column itself says whose rows these are: nobody needs to confirm it. */
  readonly certain: boolean
}

const DENY: TablePolicy = { mode: 'deny' }

/**
 * The policy that a proposal makes of nothing, or of an earlier policy, whose entries stay as they are: what was denied
 * by name stays denied unless it is accepted, and so does everything that is not certain. Tables get an entry each, so
 * that one that appears later is known to be new.
 *
 * @param accepted the tables that somebody has confirmed, named as in the proposal
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
  for (const { table, policy, certain } of proposal.tables) {
    const name = entryName(known, table, folding)
    if (accepted.has(table) && (name === undefined || tables.get(name)?.mode === 'deny'))
      tables.set(name ?? table, withColumnsOf(tables.get(name ?? table), policy))
    else if (name === undefined) tables.set(table, certain ? policy : DENY)
  }
  return { ...known, tables: Object.fromEntries([...tables, ['*', rest]]) }
}

/** A new entry for a table, with what the former one has decided about columns: `hide` and `show`. */
export const withColumnsOf = (former: TablePolicy | undefined, entry: TablePolicy): TablePolicy => {
  const show = former?.show ?? []
  const proposed = (entry.hide ?? []).filter((column) => !show.includes(column))
  return withColumns(entry, { hide: [...new Set([...proposed, ...(former?.hide ?? [])])], show })
}

/** An entry with these lists of columns, empty ones left out. */
export const withColumns = (
  { hide: _, show: __, ...entry }: TablePolicy,
  { hide, show }: { readonly hide: readonly string[]; readonly show: readonly string[] },
): TablePolicy => ({
  ...entry,
  ...(hide.length === 0 ? {} : { hide }),
  ...(show.length === 0 ? {} : { show }),
})

/** What a proposal would open that a policy keeps closed. */
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

/** The name under which a policy has an entry for a table, in the policy's own spelling; `*` is none. */
export const entryName = (policy: Policy, table: string, folding: NameFolding): string | undefined =>
  Object.hasOwn(policy.tables, table) ? table : foldedNames(policy, folding).get(folding.table(table))

/** Made once for a policy, because every table of a schema asks, and gone with it. */
const known = new WeakMap<Policy, WeakMap<NameFolding, ReadonlyMap<string, string>>>()

const foldedNames = (policy: Policy, folding: NameFolding): ReadonlyMap<string, string> => {
  const ofPolicy = known.get(policy) ?? new WeakMap<NameFolding, ReadonlyMap<string, string>>()
  known.set(policy, ofPolicy)
  const kept = ofPolicy.get(folding)
  if (kept !== undefined) return kept
  // Of two names that mean the same, the first entry is meant.
  const names = Object.keys(policy.tables).filter((name) => name !== '*')
  const folded = new Map(names.toReversed().map((name) => [folding.table(name), name]))
  ofPolicy.set(folding, folded)
  return folded
}
