import type { Engine } from '../../engines/engine.ts'
import type { Policy } from '../../guard/policy.ts'
import type { PolicyProposal } from '../../guard/proposal/proposal.ts'
import type { Schema } from '../../guard/schema.ts'
import { tenantCandidates } from '../../knowledge/catalog/tenant-candidates.ts'

const EXAMPLES_MAX = 2
const TIMEOUT_MS = 3_000

/**
 * Two existing tenant ids, so that printed commands return rows; `1` and `2` if none is found within the timeout.
 * The user who adds a database may read it; the ids are printed only on the terminal.
 */
export const tenantExamples = async (
  engine: Engine,
  address: string,
  { schema, policy, proposal }: { schema: Schema; policy: Policy; proposal: PolicyProposal },
): Promise<readonly string[]> => {
  const proposed = (table: string) => proposal.tables.find((one) => one.table === table)?.policy
  const source = {
    engine,
    address,
    schema,
    policy,
    proposed,
    organizationId: 0,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
  }
  const found = (await tenantCandidates(source).catch(() => undefined)) ?? []
  const inOrder = found.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return found.length > 0 ? inOrder.slice(0, EXAMPLES_MAX) : ['1', '2']
}
