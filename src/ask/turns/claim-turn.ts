import { v7 as uuidv7 } from 'uuid'
import { billingPeriod } from '../../access/rules/billing-period.ts'
import type { Caller } from '../../access/rules/caller.ts'
import { visibleTo } from '../../access/rules/visibility.ts'
import { restrict } from '../../guard/restriction.ts'
import type { Session } from '../../manage/sessions/rules/session.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { addDiagnostics, currentDiagnostics } from '../../platform/tracing/diagnostic-context.ts'
import type { Question } from '../rules/question.ts'
import { timeLimitsOf } from '../rules/time-limits.ts'
import type { TurnInput } from '../rules/turn.ts'
import type { Asker } from './asker.ts'
import { keyClaimId } from './claim-by-key.ts'
import { resolveQuestionTarget } from './question-target.ts'
import { digestOf } from './request-digest.ts'
import type { TurnParts } from './turn-parts.ts'
import type { TurnRequest } from './turn-request.ts'

/** A turn that a request has claimed, or joins. */
export interface ClaimedTurn {
  readonly input: TurnInput
  /** Whether a worker had taken the question in when it was claimed. */
  readonly state: 'pending' | 'opened'
  /** Whether another request has claimed it: then its turn may have ended by the time it is joined. */
  readonly isJoined: boolean
}

type ClaimParts = Pick<TurnParts, 'config' | 'store' | 'cachedReads' | 'databases' | 'clock' | 'planner' | 'observe'>

/**
 * A request → a turn that is its own or that it joins; every refusal that needs no worker happens here, before anything
 * is started.
 *
 * @throws Problem `conversation_not_found`, `database_not_found`, `personality_not_found`,
 * `database_mismatch`, `field_missing`, every problem of `restrict`, and `idempotency_mismatch` when the key was used for another request
 */
export const claimTurn = async (
  parts: ClaimParts,
  { caller, organization, revision }: Asker,
  request: TurnRequest,
): Promise<ClaimedTurn> => {
  await knowKey(parts, caller, request)
  const target = await resolveQuestionTarget(parts, { caller, revision }, request)
  const { conversation, session, database } = target
  restrict(caller, database)
  await knowPersonality(parts, caller, request.personalityId ?? undefined)
  const own = { turnId: uuidv7(), conversationId: target.conversationId, request: request.digest }
  const shared = claimId(caller, request, database.id)
  // A turn that no other request can join is claimed by its first step.
  const { claim, isNew } =
    shared === undefined
      ? { claim: { ...own, state: 'pending' as const }, isNew: true }
      : await parts.store.claims.add(caller, shared, own)
  if (request.idempotencyKey !== undefined && claim.request !== request.digest)
    throw new Problem('idempotency_mismatch')
  const { turnId, conversationId } = claim
  addDiagnostics({ turnId })
  if (!isNew) parts.observe({ kind: 'turn_joined', turnId })
  const { isAsync = false, isStreamed = false } = request
  const { fastQueryMs } = parts.config
  const isAlone = shared === undefined && !isAsync && !isStreamed && fastQueryMs > 0
  const timed = { isAsync, kind: caller.kind, asyncQueryTimeout: database.asyncQueryTimeout }
  const { timeoutMs, queryTimeoutMs, patience } = timeLimitsOf(parts.config, timed)
  const now = await parts.clock.now()
  const { requestId, traceparent } = currentDiagnostics()
  const input: TurnInput = {
    question: {
      turnId,
      conversationId,
      startsConversation: conversation === undefined,
      ...continued(session, database.id, request),
      caller,
      databaseId: database.id,
      databaseName: database.name,
      text: request.text,
      sessionId: request.sessionId ?? conversation?.sessionId ?? conversationId,
      ...(request.personalityId == null ? {} : { personalityId: request.personalityId }),
      askedAt: new Date(now).toISOString(),
      billedIn: billingPeriod(now, organization.billingDay).startsOn,
      epoch: revision,
      patience,
      ...(requestId === undefined ? {} : { requestId }),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    offlinePlanner: parts.planner.offline,
    timeoutMs,
    queryTimeoutMs,
    claim: shared ?? turnId,
    isAlone,
    keyed: request.idempotencyKey !== undefined,
    redact: parts.config.redact,
    isLabelled: true,
    ...(fastQueryMs === 0 ? {} : { localQueryMs: fastQueryMs }),
  }
  return { input, state: claim.state === 'opened' ? 'opened' : 'pending', isJoined: !isNew }
}

/** A key that stands for another request says so before anything else of this one is judged. */
const knowKey = async (
  { store }: ClaimParts,
  caller: Caller,
  { idempotencyKey, digest }: TurnRequest,
): Promise<void> => {
  if (idempotencyKey === undefined) return
  const claim = await store.claims.find(caller, keyClaimId(caller, idempotencyKey))
  if (claim !== undefined && claim.state !== 'refused' && claim.request !== digest)
    throw new Problem('idempotency_mismatch')
}

/** A personality is the organization's: one that is unknown and one of another organization are the same. */
const knowPersonality = async ({ store }: ClaimParts, caller: Caller, id: string | undefined): Promise<void> => {
  if (id !== undefined && (await store.personalities.find(caller, id)) === undefined)
    throw new Problem('personality_not_found')
}

/** What makes two requests one question: a key, or the same words to the same database; undefined when nothing does. */
const claimId = (caller: Caller, request: TurnRequest, databaseId: string): string | undefined => {
  const { idempotencyKey, joins, conversationName, conversationId = conversationName ?? null } = request
  if (idempotencyKey !== undefined) return keyClaimId(caller, idempotencyKey)
  const asked = [
    conversationId,
    ...(request.branch === undefined ? [] : [request.branch.turnId]),
    request.text,
    databaseId,
    request.personalityId ?? null,
    request.sessionId ?? null,
  ]
  return joins ? digestOf([visibleTo(caller), 'question', ...asked]) : undefined
}

/** What a conversation that is started goes on from: the turn that it branches after, or where its session was last. */
const continued = (
  session: Session | undefined,
  databaseId: string,
  { branch }: TurnRequest,
): Pick<Question, 'continues' | 'branchesAfter'> => {
  if (branch !== undefined) return { continues: branch.conversationId, branchesAfter: branch.turnId }
  const continues = session?.conversations[databaseId]
  return continues === undefined ? {} : { continues }
}
