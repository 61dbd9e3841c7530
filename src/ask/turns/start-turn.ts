import type { LeaseRefusal, LeaseRequest } from '../../access/limits/leases.ts'
import { billingPeriod } from '../../access/rules/billing-period.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { concurrentFor, requestLimits } from '../../access/rules/plan.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import { LEASE_SPARE_MS } from '../rules/time-limits.ts'
import { ACCEPT_WITHIN_MS, type TurnInput, type TurnResult } from '../rules/turn.ts'
import type { ClaimedTurn } from './claim-turn.ts'
import { beginTurn, runTurn } from './run-turn.ts'
import type { TurnParts } from './turn-parts.ts'

type StartParts = Pick<TurnParts, 'store' | 'limits' | 'turns' | 'processTurns' | 'stream' | 'quotas'>

/** A worker accepts a question within `ACCEPT_WITHIN_MS`, or it is refused: a longer reservation means that its process died. */
const RESERVED_MS = 30_000

/** The turn of a question that no other request can join needs no second write for its lease, which is reserved for all of its time. */
const reservedMs = ({ isAlone, timeoutMs }: TurnInput): number => (isAlone ? timeoutMs + LEASE_SPARE_MS : RESERVED_MS)

/**
 * Starts a turn, or joins it if it has been started, and resolves once a worker has accepted it. A question that no
 * worker accepts in time is refused: first in its claim, so that it will not be run, and then to the client. Its lease
 * is reserved until its turn has begun, which takes it over; if the turn never begins, or has ended, it is released.
 * The question is counted with its lease: refused, unaccepted and joined questions are not counted.
 *
 * @param organization the caller's, whose plan limits concurrent turns and questions per period
 * @param until what the caller waits for
 * @returns how the turn has ended, if the caller waits for that and it ended soon
 * @throws Problem `running_limit_reached`, `question_quota_reached`, `question_quota_reserved`, `store_unavailable` if
 * leases cannot be counted, `worker_unavailable`, or the reason of a worker's refusal
 */
export const startTurn = async (
  parts: StartParts,
  { input, isJoined }: Pick<ClaimedTurn, 'input' | 'isJoined'>,
  organization: Organization,
  until: 'accepted' | 'ended' = 'accepted',
): Promise<TurnResult | undefined> => {
  const { store, limits } = parts
  const { caller, turnId } = input.question
  const releaseLease = () => limits.leases.cancelReservation(organization.id, turnId).catch(() => undefined)
  const refuse = (problem: ProblemName) =>
    input.isAlone
      ? store.messages.refuse(caller, turnId, problem)
      : store.claims.refuse(caller, input.claim, turnId, problem)
  const refusal = await reserveLease(parts, organization, input)
  if (refusal !== undefined) {
    if (input.claim === turnId) throw refusal
    const claim = await refuse(refusal.problem)
    if (claim?.state !== 'opened') throw refusal
  }
  try {
    const deadline = Date.now() + ACCEPT_WITHIN_MS
    const ended = until === 'ended' ? await runTurn(parts, input, deadline) : await beginTurn(parts, input, deadline)
    if (isJoined) await releaseLease()
    return ended
  } catch (error) {
    const claim = await refuse('worker_unavailable')
    // A missing claim was released by the last step of its turn; an opened one has a turn, which owns the lease.
    if (claim === undefined || claim.state === 'opened') {
      if (isJoined) await releaseLease()
      return undefined
    }
    await releaseLease()
    if (claim.problem === undefined || claim.problem === 'worker_unavailable') throw error
    throw new Problem(claim.problem, {
      cause: error,
      ...retryAfterReset(claim.problem, organization, input.question.billedIn),
    })
  }
}

const REFUSALS = {
  slots: 'running_limit_reached',
  questions: 'question_quota_reached',
  reserved_questions: 'question_quota_reserved',
} as const satisfies Record<LeaseRefusal, ProblemName>

/** The reason why a turn gets no lease; undefined if it got one. */
const reserveLease = async (
  { limits, quotas: { noteQuota } }: StartParts,
  organization: Organization,
  input: TurnInput,
): Promise<Problem | undefined> => {
  const { turnId, billedIn, patience } = input.question
  const allowed = requestLimits(organization)
  const wanted: LeaseRequest = {
    max: concurrentFor(allowed, patience.isAwaited),
    forMs: reservedMs(input),
    questions: { period: billedIn, max: allowed.questionsPerMonth },
  }
  /** @param used of the questions of the period; null or undefined if unknown */
  const noteUsage = (used: number | null | undefined): void => {
    if (used == null) return
    noteQuota(organization.id, {
      limit: 'questions',
      used,
      allowed: allowed.questionsPerMonth,
      period: billedIn,
    })
  }
  try {
    const reserved = await limits.leases.acquire(organization.id, turnId, wanted)
    if (!reserved.ok) {
      const problem = REFUSALS[reserved.full]
      // A limit that was lowered can be used up without an earlier warning.
      if (problem === 'question_quota_reached') noteUsage(allowed.questionsPerMonth)
      return new Problem(problem, retryAfterReset(problem, organization, billedIn))
    }
    noteUsage(reserved.used)
    return undefined
  } catch (cause) {
    return new Problem('store_unavailable', { cause })
  }
}

/** Start of the next period, for a quota that is used up. */
const retryAfterReset = (
  problem: ProblemName,
  { billingDay }: Organization,
  billedIn: string,
): { readonly retryAfterS?: number } => {
  if (problem !== 'question_quota_reached') return {}
  const { endsAt } = billingPeriod(Date.parse(billedIn), billingDay)
  return { retryAfterS: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) }
}
