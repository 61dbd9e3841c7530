import { runToEnd, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Policy } from '../policy.ts'
import type { Schema } from '../schema.ts'
import { proposalOptionsOf } from './policy-lines.ts'
import { policyFrom } from './proposal.ts'
import { makeProposal } from './propose-policy.ts'

/**
 * Updates a policy to the current schema: new tables with the tenant column are opened to their tenants, other new
 * tables stay closed until confirmed. Existing decisions stay.
 */
export const updatedPolicy = (policy: Policy, schema: Schema, folding: NameFolding): Policy =>
  runToEnd(updatePolicy(policy, schema, folding))

/** `updatedPolicy` in slices. */
export function* updatePolicy(policy: Policy, schema: Schema, folding: NameFolding): Sliced<Policy> {
  const proposal = yield* makeProposal(schema, folding, proposalOptionsOf(policy))
  return policyFrom(proposal, { accepted: new Set(), earlier: policy, folding })
}
