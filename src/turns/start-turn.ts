import type { Organization } from '../domain/access/organization.ts'
import { concurrentFor, requestLimits } from '../domain/access/plan.ts'
import { AWAITED } from '../domain/ask/time-limits.ts'
import { ACCEPT_WITHIN_MS, type TurnResult } from '../domain/ask/turn.ts'
import { Problem } from '../domain/problem.ts'
import type { Leases } from '../limits/leases.ts'
import type { Turns } from '../temporal/turns.ts'
import type { ClaimedTurn } from './claim-turn.ts'
import type { TurnParts } from './turn-parts.ts'

type StartParts = Pick<TurnParts, 'store' | 'limits' | 'turns'>

/** A worker takes a question in by `ACCEPT_WITHIN_MS`, or it is refused: longer holds its place only who has died. */
const RESERVED_MS = 30_000

/**
 * Starts a turn, or joins it where it has been started, and resolves once a worker has taken it in. A question that
 * none takes in time is refused: first in its claim, so that it will not be run, and then to the client. Its place is
 * reserved until its turn has begun, which takes it over; where that does not come to it, or is over, it is given back.
 *
 * @param organization the caller's, whose plan says how many turns may run at once
 * @param until what the caller waits for
 * @returns how the turn has ended, where the caller waits for that and it has ended soon
 * @throws Problem `running_limit_reached`, `store_unavailable` when places cannot be counted, `worker_unavailable`, or
 * why a worker has refused it
 */
export const startTurn = async (
  parts: StartParts,
  { input, isJoined }: Pick<ClaimedTurn, 'input' | 'isJoined'>,
  organization: Organization,
  until?: Parameters<Turns['start']>[2],
): Promise<TurnResult | undefined> => {
  const { store, limits, turns } = parts
  const { caller, turnId, patience = AWAITED } = input.question
  const lease = { max: concurrentFor(requestLimits(organization), patience.isAwaited), forMs: RESERVED_MS }
  const giveBack = () => limits.leases.giveBack(organization.id, turnId).catch(() => undefined)
  const refusal = await refusedPlace(parts, organization.id, turnId, lease)
  if (refusal !== undefined) {
    if (input.claim === turnId) throw refusal
    const claim = await store.refuseClaim(caller, input.claim, turnId, refusal.problem)
    if (claim?.state !== 'opened') throw refusal
  }
  try {
    const ended = await turns.start(input, Date.now() + ACCEPT_WITHIN_MS, until)
    if (isJoined) await giveBack()
    return ended
  } catch (error) {
    await giveBack()
    const claim = await store.refuseClaim(caller, input.claim, turnId, 'worker_unavailable')
    // A claim that is gone was given free by the last step of its turn.
    if (claim === undefined || claim.state === 'opened') return undefined
    if (claim.problem === undefined || claim.problem === 'worker_unavailable') throw error
    throw new Problem(claim.problem, { cause: error })
  }
}

/** Why a turn has no place among those that are answered at once; undefined when it has one. */
const refusedPlace = async (
  { limits }: StartParts,
  organizationId: number,
  turnId: string,
  lease: Parameters<Leases['acquire']>[2],
): Promise<Problem | undefined> => {
  try {
    const hasPlace = await limits.leases.acquire(organizationId, turnId, lease)
    return hasPlace ? undefined : new Problem('running_limit_reached')
  } catch (cause) {
    return new Problem('store_unavailable', { cause })
  }
}
