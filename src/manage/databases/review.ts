import { makeEffectivePolicy } from '../../guard/effective-policy.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Drift } from '../../guard/policy-drift.ts'
import {
  makePolicyLines,
  type PolicyLine,
  proposalOptionsOf,
  type ToConfirm,
  toConfirm,
} from '../../guard/proposal/policy-lines.ts'
import { makeProposal } from '../../guard/proposal/propose-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { driftOf } from './drift.ts'
import { type IndexSuggestion, indexSuggestions } from './index-suggestions.ts'
import type { ConnectedAddress } from './open-database.ts'

/** The review of a policy. */
export interface Review {
  /** Tables that are at least partly visible. */
  readonly open: readonly string[]
  /** Proposals that take effect once they are confirmed. */
  readonly toConfirm: readonly ToConfirm[]
  /** Policy drift. */
  readonly drift: readonly Drift[]
  /** Missing indexes for its filters. */
  readonly missingIndexes: readonly IndexSuggestion[]
  /** What the policy shows per table, and why. */
  readonly lines: readonly PolicyLine[]
}

/** Compares a policy with the current schema of its database. */
export const reviewOf = async (connected: ConnectedAddress, schema: Schema, policy: Policy): Promise<Review> => {
  const { engine } = connected
  const folding = engine.dialect.folding(schema)
  const proposal = await runInSlices(makeProposal(schema, folding, proposalOptionsOf(policy)))
  const effective = await runInSlices(makeEffectivePolicy(policy, schema, folding))
  const lines = await runInSlices(makePolicyLines(effective, proposal, folding))
  return {
    open: lines.filter(({ state }) => state === 'open').map(({ table }) => table),
    toConfirm: toConfirm(lines),
    drift: await driftOf(connected, schema, policy),
    missingIndexes: await indexSuggestions(engine, schema, policy),
    lines,
  }
}
