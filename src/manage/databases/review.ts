import { makeEffectivePolicy } from '../../guard/effective-policy.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Drift } from '../../guard/policy-drift.ts'
import {
  makePolicyLines,
  type PolicyLine,
  type ToConfirm,
  toConfirm,
  wishOf,
} from '../../guard/proposal/policy-lines.ts'
import { makeProposal } from '../../guard/proposal/propose-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import { driftOf } from './drift.ts'
import { type IndexSuggestion, indexSuggestions } from './index-suggestions.ts'
import type { ConnectedAddress } from './open-database.ts'

/** What there is to know of a policy beside the policy itself. */
export interface Review {
  /** Tables of which something is shown. */
  readonly open: readonly string[]
  /** Proposals, which take effect once they are confirmed. */
  readonly toConfirm: readonly ToConfirm[]
  /** Where the policy and the database have grown apart. */
  readonly drift: readonly Drift[]
  /** Indexes that its filters miss. */
  readonly missingIndexes: readonly IndexSuggestion[]
  /** What the policy shows of each table, and why. */
  readonly lines: readonly PolicyLine[]
}

/** Holds a policy against what its database has now. */
export const reviewOf = async (connected: ConnectedAddress, schema: Schema, policy: Policy): Promise<Review> => {
  const { engine } = connected
  const folding = engine.dialect.folding(schema)
  const proposal = await inSlices(makeProposal(schema, folding, wishOf(policy)))
  const effective = await inSlices(makeEffectivePolicy(policy, schema, folding))
  const lines = await inSlices(makePolicyLines(effective, proposal, folding))
  return {
    open: lines.filter(({ state }) => state === 'open').map(({ table }) => table),
    toConfirm: toConfirm(lines),
    drift: await driftOf(connected, schema, policy),
    missingIndexes: await indexSuggestions(engine, schema, policy),
    lines,
  }
}
