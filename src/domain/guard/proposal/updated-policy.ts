import type { NameFolding } from '../name-folding.ts'
import type { Policy } from '../policy.ts'
import type { Schema } from '../schema.ts'
import { wishOf } from './policy-lines.ts'
import { policyFrom } from './proposal.ts'
import { proposePolicy } from './propose-policy.ts'

/**
 * A policy that knows what its database has now: new tables with the tenant column are opened to the tenants whose rows
 * they have, all other new ones stay closed until somebody confirms them. What was decided stays.
 */
export const updatedPolicy = (policy: Policy, schema: Schema, folding: NameFolding): Policy =>
  policyFrom(proposePolicy(schema, folding, wishOf(policy)), { accepted: new Set(), earlier: policy, folding })
