import { atOnce, eachSliced, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Policy, TablePolicy } from '../policy.ts'
import { entryName, type PolicyProposal, type TableProposal, unconfirmed } from './proposal.ts'
import type { ProposalWish } from './propose-policy.ts'

/** What one table shows, now or once it is confirmed, and why. */
export interface PolicyLine {
  readonly table: string
  readonly policy: TablePolicy
  readonly reason: string
  readonly state: 'open' | 'to confirm' | 'closed'
}

const ORDER: readonly PolicyLine['state'][] = ['open', 'to confirm', 'closed']

/** What a policy shows of each table, and what it could show: open ones first, then what waits for somebody to confirm. */
export const policyLines = (policy: Policy, proposal: PolicyProposal, folding: NameFolding): readonly PolicyLine[] =>
  atOnce(makePolicyLines(policy, proposal, folding))

/** The same in slices. */
export function* makePolicyLines(
  policy: Policy,
  proposal: PolicyProposal,
  folding: NameFolding,
): Sliced<readonly PolicyLine[]> {
  const waiting = new Set(unconfirmed(proposal, policy, folding))
  const lines = yield* eachSliced(proposal.tables, (proposed): PolicyLine => {
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

/** What is asked of a proposal for a database that has a policy already. */
export const wishOf = ({ tenant, scope }: Policy): ProposalWish => ({
  ...(tenant && { tenant }),
  ...(scope && { scope }),
})

/** What is proposed and waits for somebody to confirm it. */
export type ToConfirm = Pick<PolicyLine, 'table' | 'policy' | 'reason'>

export const toConfirm = (lines: readonly PolicyLine[]): readonly ToConfirm[] =>
  lines.filter(({ state }) => state === 'to confirm').map(({ table, policy, reason }) => ({ table, policy, reason }))
