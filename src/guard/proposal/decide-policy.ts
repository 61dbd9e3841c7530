import { runToEnd, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Policy, TablePolicy } from '../policy.ts'
import { type Schema, type Table, tableName } from '../schema.ts'
import { type ColumnDecision, decideColumns } from './decide-columns.ts'
import { proposalOptionsOf } from './policy-lines.ts'
import { entryName, policyFrom, unconfirmed, withColumnsOf } from './proposal.ts'
import { makeProposal } from './propose-policy.ts'
import { secretColumns } from './secret-column.ts'

/** A manager's decision about tables and columns. */
export interface PolicyDecision extends ColumnDecision {
  /** Tables to open as proposed; true: all that need confirmation. */
  readonly accept?: true | readonly string[] | undefined
  /** Tables whose rows all callers see. */
  readonly share?: readonly string[] | undefined
  /** Tables that no caller sees. */
  readonly deny?: readonly string[] | undefined
}

/** A decision that cannot be applied. */
interface RejectedDecision {
  readonly kind: 'undecidable'
  readonly about: keyof PolicyDecision
  readonly message: string
}

/** Applies a decision to a policy; everything not mentioned stays as it is. */
export const decidePolicy = (
  policy: Policy,
  decision: PolicyDecision,
  of: DecisionContext,
): Decided | RejectedDecision => runToEnd(makeDecision(policy, decision, of))

interface DecisionContext {
  readonly schema: Schema
  readonly folding: NameFolding
}

interface Decided {
  readonly kind: 'decided'
  readonly policy: Policy
}

/** `decidePolicy` in slices. */
export function* makeDecision(
  policy: Policy,
  decision: PolicyDecision,
  { schema, folding }: DecisionContext,
): Sliced<Decided | RejectedDecision> {
  const known = new Map(schema.tables.map((table) => [folding.table(tableName(table)), table]))
  const proposal = yield* makeProposal(schema, folding, proposalOptionsOf(policy))
  const waiting = new Set(unconfirmed(proposal, policy, folding).map(({ table }) => table))
  const { accept } = decision
  const accepted = new Set(accept === true ? waiting : [])
  const entries = new Map<string, TablePolicy>()
  for (const about of ['accept', 'share', 'deny'] as const) {
    const names = decision[about]
    for (const name of names === undefined || names === true ? [] : names) {
      const table = known.get(folding.table(name))
      if (table === undefined) return { kind: 'undecidable', about, message: `The database has no table ${name}.` }
      const named = tableName(table)
      if (about === 'accept' && !waiting.has(named))
        return { kind: 'undecidable', about, message: notWaitingMessage(named, waiting) }
      if (about === 'accept') accepted.add(named)
      else entries.set(named, about === 'share' ? sharedEntry(table, folding) : { mode: 'deny' })
    }
  }
  const earlier = policyFrom(proposal, { accepted, earlier: policy, folding })
  const decided = [...entries].map(([table, entry]) => {
    const name = entryName(earlier, table, folding)
    const former = name === undefined ? undefined : earlier.tables[name]
    return [name ?? table, withColumnsOf(former, entry)] as const
  })
  const tables = { ...earlier.tables, ...Object.fromEntries(decided) }
  return decideColumns({ ...earlier, tables }, decision, { schema, folding })
}

/** Maximum number of tables listed in one message. */
const LISTED_MAX = 50

const notWaitingMessage = (table: string, waiting: ReadonlySet<string>): string =>
  `The table ${table} does not need confirmation. Tables that need confirmation: ${[...waiting].slice(0, LISTED_MAX).join(', ') || 'no table'}`

const sharedEntry = (table: Table, folding: NameFolding): TablePolicy => {
  const hide = secretColumns(table, folding)
  return { mode: 'shared', ...(hide.length === 0 ? {} : { hide }) }
}
