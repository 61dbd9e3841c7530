import { mapSliced, runToEnd, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Policy, TablePolicy } from '../policy.ts'
import { entryName, type PolicyProposal, type TableProposal, unconfirmed } from './proposal.ts'
import type { ProposalOptions } from './propose-policy.ts'

/** The entry of one table, in force or proposed, and its reason. */
export interface PolicyLine {
  readonly table: string
  readonly policy: TablePolicy
  readonly reason: string
  readonly state: 'open' | 'to confirm' | 'closed'
}

const ORDER: readonly PolicyLine['state'][] = ['open', 'to confirm', 'closed']

/** The entries of all tables: open ones first, then those that need confirmation, then closed ones. */
export const policyLines = (policy: Policy, proposal: PolicyProposal, folding: NameFolding): readonly PolicyLine[] =>
  runToEnd(makePolicyLines(policy, proposal, folding))

/** `policyLines` in slices. */
export function* makePolicyLines(
  policy: Policy,
  proposal: PolicyProposal,
  folding: NameFolding,
): Sliced<readonly PolicyLine[]> {
  const waiting = new Set(unconfirmed(proposal, policy, folding))
  const lines = yield* mapSliced(proposal.tables, (proposed): PolicyLine => {
    const name = entryName(policy, proposed.table, folding)
    const entry = (name === undefined ? policy.tables['*'] : policy.tables[name]) ?? { mode: 'deny' }
    const { table, reason } = proposed
    if (entry.mode !== 'deny') return { table, policy: entry, state: 'open', reason: reasonOf(entry, proposed) }
    if (waiting.has(proposed)) return { table, policy: proposed.policy, state: 'to confirm', reason }
    return { table, policy: entry, state: 'closed', reason }
  })
  return ORDER.flatMap((wanted) => lines.filter(({ state }) => state === wanted))
}

const reasonOf = (entry: Policy['tables'][string], { policy, reason }: TableProposal): string =>
  JSON.stringify(entry) === JSON.stringify(policy) ? reason : 'as the policy was written'

/** The proposal options that correspond to an existing policy. */
export const proposalOptionsOf = ({ tenant, scope }: Policy): ProposalOptions => ({
  ...(tenant && { tenant }),
  ...(scope && { scope }),
})

/** A proposed entry that needs confirmation. */
export type ToConfirm = Pick<PolicyLine, 'table' | 'policy' | 'reason'>

export const toConfirm = (lines: readonly PolicyLine[]): readonly ToConfirm[] =>
  lines.filter(({ state }) => state === 'to confirm').map(({ table, policy, reason }) => ({ table, policy, reason }))
