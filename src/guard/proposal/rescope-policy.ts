import type { NameFolding } from '../name-folding.ts'
import type { Policy } from '../policy.ts'
import { entryName, type PolicyProposal, withColumnsOf } from './proposal.ts'

/**
 * The policy of a database whose rows are told apart by another column from now on. Decisions about rows begin anew,
 * because what they said was about another column: a table is open only where it carries the new one, and was not closed
 * before. What was decided about columns stays, also in what is confirmed later.
 */
export const rescopedPolicy = (earlier: Policy, proposal: PolicyProposal, folding: NameFolding): Policy => {
  const { engine, tenant, scope } = proposal
  const tables = proposal.tables.map(({ table, policy, certain }) => {
    const name = entryName(earlier, table, folding)
    const before = name === undefined ? undefined : earlier.tables[name]
    const isOpen = certain && before?.mode !== 'deny'
    return [name ?? table, withColumnsOf(before, isOpen ? policy : { mode: 'deny' })] as const
  })
  return {
    version: 1,
    engine,
    ...(tenant && { tenant }),
    ...(scope && { scope }),
    tables: Object.fromEntries([...tables, ['*', { mode: 'deny' }]]),
  }
}
