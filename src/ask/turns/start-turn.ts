import type { Full, WantedPlace } from '../../access/limits/leases.ts'
import { billingPeriod } from '../../access/rules/billing-period.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { concurrentFor, requestLimits } from '../../access/rules/plan.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { Turns } from '../../temporal/turns.ts'
import type { Question } from '../rules/question.ts'
import { ACCEPT_WITHIN_MS, type TurnResult } from '../rules/turn.ts'
import type { ClaimedTurn } from './claim-turn.ts'
import type { TurnParts } from './turn-parts.ts'

type StartParts = Pick<TurnParts, 'store' | 'limits' | 'turns' | 'quotas'>

/** A worker takes a question in by `ACCEPT_WITHIN_MS`, or it is refused: longer holds its place only who has died. */
const RESERVED_MS = 30_000

/**
 * Starts a turn, or joins it where it has been started, and resolves once a worker has taken it in. A question that
 * none takes in time is refused: first in its claim, so that it will not be run, and then to the client. Its place is
 * reserved until its turn has begun, which takes it over; where that does not come to it, or is over, it is given back. With
 * its place the question is counted: what is refused, could not be taken in or joins another counts nowhere.
 *
 * @param organization the caller's, whose plan says how many turns may run at once, and how many questions a period has
 * @param until what the caller waits for
 * @returns how the turn has ended, where the caller waits for that and it has ended soon
 * @throws Problem `running_limit_reached`, `question_quota_reached`, `question_quota_reserved`, `store_unavailable` when places cannot be counted, `worker_unavailable`, or
 * why a worker has refused it
 */
export const startTurn = async (
  parts: StartParts,
  { input, isJoined }: Pick<ClaimedTurn, 'input' | 'isJoined'>,
  organization: Organization,
  until?: Parameters<Turns['start']>[2],
): Promise<TurnResult | undefined> => {
  const { store, limits, turns } = parts
  const { caller, turnId } = input.question
  const giveBack = () => limits.leases.giveBack(organization.id, turnId).catch(() => undefined)
  const refusal = await refusedPlace(parts, organization, input.question)
  if (refusal !== undefined) {
    if (input.claim === turnId) throw refusal
    const claim = await store.claims.refuse(caller, input.claim, turnId, refusal.problem)
    if (claim?.state !== 'opened') throw refusal
  }
  try {
    const ended = await turns.start(input, Date.now() + ACCEPT_WITHIN_MS, until)
    if (isJoined) await giveBack()
    return ended
  } catch (error) {
    const claim = await store.claims.refuse(caller, input.claim, turnId, 'worker_unavailable')
    // A claim that is gone was given free by the last step of its turn; one that was opened has a turn, whose place it is.
    if (claim === undefined || claim.state === 'opened') return undefined
    await giveBack()
    if (claim.problem === undefined || claim.problem === 'worker_unavailable') throw error
    throw new Problem(claim.problem, {
      cause: error,
      ...untilReset(claim.problem, organization, input.question.billedIn),
    })
  }
}

const REFUSALS = {
  places: 'running_limit_reached',
  questions: 'question_quota_reached',
  reserved_questions: 'question_quota_reserved',
} as const satisfies Record<Full, ProblemName>

/** Why a turn has no place among those that are answered at once; undefined when it has one. */
const refusedPlace = async (
  { limits, quotas: { noteQuota } }: StartParts,
  organization: Organization,
  { turnId, billedIn, patience }: Question,
): Promise<Problem | undefined> => {
  const allowed = requestLimits(organization)
  const wanted: WantedPlace = {
    max: concurrentFor(allowed, patience.isAwaited),
    forMs: RESERVED_MS,
    questions: { period: billedIn, max: allowed.questionsPerMonth },
  }
  /** @param used of the questions of the period; of more than are allowed nobody knows how many more */
  const note = (used: number | null | undefined): void => {
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
      // A lower limit uses up at once what nobody was told to be near its end.
      if (problem === 'question_quota_reached') note(allowed.questionsPerMonth)
      return new Problem(problem, untilReset(problem, organization, billedIn))
    }
    note(reserved.used)
    return undefined
  } catch (cause) {
    return new Problem('store_unavailable', { cause })
  }
}

/** When the next period begins, for whoever has used this one up. */
const untilReset = (
  problem: ProblemName,
  { billingDay }: Organization,
  billedIn: string,
): { readonly retryAfterS?: number } => {
  if (problem !== 'question_quota_reached') return {}
  const { endsAt } = billingPeriod(Date.parse(billedIn), billingDay)
  return { retryAfterS: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) }
}
