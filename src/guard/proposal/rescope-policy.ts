import type { NameFolding } from '../name-folding.ts'
import type { Policy } from '../policy.ts'
import { entryName, type PolicyProposal, withColumnsOf } from './proposal.ts'

/**
 * The policy of a database after a change of its tenant or scope column. Row decisions, made for another column, are
 * reset: only tables with the new column that were not denied before are open. Column decisions stay, also for later
 * confirmations.
 */
export const rescopedPolicy = (earlier: Policy, proposal: PolicyProposal, folding: NameFolding): Policy => {
  const { engine, tenant, scope } = proposal
  const tables = proposal.tables.map(({ table, policy, isCertain }) => {
    const name = entryName(earlier, table, folding)
    const before = name === undefined ? undefined : earlier.tables[name]
    const isOpen = isCertain && before?.mode !== 'deny'
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
