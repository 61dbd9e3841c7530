import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { App } from '../app.ts'
import type { Caller } from '../domain/access/caller.ts'
import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { Epoch } from '../domain/access/epoch.ts'
import type { Organization } from '../domain/access/organization.ts'
import { concurrentFor, requestLimits } from '../domain/access/plan.ts'
import { visibleTo } from '../domain/access/visibility.ts'
import { AWAITED, timeLimitsOf } from '../domain/ask/time-limits.ts'
import { ACCEPT_WITHIN_MS, type TurnInput, type TurnResult } from '../domain/ask/turn.ts'
import { restrict } from '../domain/guard/restriction.ts'
import type { Conversation } from '../domain/history/conversation.ts'
import type { Session } from '../domain/history/session.ts'
import { Problem } from '../domain/problem.ts'
import { missing } from '../http/input.ts'
import type { Exchange } from '../http/route.ts'

/** A question as it came in, its parts checked one by one but not yet against each other. */
export interface TurnRequest {
  readonly text: string
  readonly databaseId?: string | null | undefined
  /** Absent: the question starts a conversation. */
  readonly conversationId?: string | null | undefined
  /** What the new conversation may know of: what was asked last in this session. */
  readonly sessionId?: string | null | undefined
  readonly personalityId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  /** The whole request as it was sent, for comparison with another one that has the same key. */
  readonly digest: string
  /** Whether it joins an identical question that is running. */
  readonly joins: boolean
  /** Whether the client does not wait for the answer: then it may take longer. */
  readonly isAsync?: boolean
}

/** A turn that a request has claimed, or joins. */
export interface ClaimedTurn {
  readonly input: TurnInput
  /** Whether a worker had taken the question in when it was claimed. */
  readonly state: 'pending' | 'opened'
  /** Whether another request has claimed it: then its turn may have ended by the time it is joined. */
  readonly isJoined: boolean
}

/**
 * A request → a turn that is its own or that it joins; every refusal that needs no worker happens here, before anything
 * is started.
 *
 * @throws Problem `conversation_not_found`, `database_not_found`, `personality_not_found`,
 * `database_mismatch`, `field_missing`, every problem of `restrict`, and `idempotency_mismatch` when the key was used for another request
 */
export const claimTurn = async (
  app: App,
  { caller, epoch, traceparent }: Pick<Exchange, 'caller' | 'epoch' | 'traceparent'>,
  request: TurnRequest,
): Promise<ClaimedTurn> => {
  await knowKey(app, caller, request)
  const { conversation, session, database } = await placeOf(app, { caller, epoch }, request)
  restrict(caller, database)
  await knowPersonality(app, caller, request.personalityId ?? undefined)
  const own = { turnId: uuidv7(), conversationId: conversation?.id ?? uuidv7(), request: request.digest }
  const shared = claimId(caller, request, database.id)
  // What nobody else can join is claimed by its first step.
  const { claim, isNew } =
    shared === undefined
      ? { claim: { ...own, state: 'pending' as const }, isNew: true }
      : await app.store.claimQuestion(caller, shared, own)
  if (request.idempotencyKey !== undefined && claim.request !== request.digest)
    throw new Problem('idempotency_mismatch')
  const { turnId, conversationId } = claim
  const { isAsync = false } = request
  const timed = { isAsync, kind: caller.kind, asyncQueryTimeout: database.asyncQueryTimeout }
  const { timeoutMs, queryTimeoutMs, patience } = timeLimitsOf(app.config, timed)
  const input: TurnInput = {
    question: {
      turnId,
      conversationId,
      startsConversation: conversation === undefined,
      ...continued(session, database.id),
      caller,
      databaseId: database.id,
      databaseName: database.name,
      text: request.text,
      sessionId: request.sessionId ?? conversation?.sessionId ?? conversationId,
      ...(request.personalityId == null ? {} : { personalityId: request.personalityId }),
      askedAt: new Date(await app.clock.now()).toISOString(),
      ...{ epoch, patience },
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    offlinePlanner: app.planner.offline,
    ...{ timeoutMs, queryTimeoutMs },
    claim: shared ?? turnId,
    keyed: request.idempotencyKey !== undefined,
    redact: app.config.redact,
    boundSteps: true,
  }
  return { input, state: claim.state === 'opened' ? 'opened' : 'pending', isJoined: !isNew }
}

interface Place {
  /** Undefined where one is to begin. */
  readonly conversation: Conversation | undefined
  readonly session: Session | undefined
  readonly database: DatabaseSettings
}

/**
 * Where a question is asked.
 * @throws Problem `conversation_not_found`, `database_not_found`, `database_mismatch`, `field_missing`
 */
export const placeOf = async (
  app: App,
  { caller, epoch }: Pick<Exchange, 'caller' | 'epoch'>,
  { conversationId, databaseId, sessionId }: Pick<TurnRequest, 'conversationId' | 'databaseId' | 'sessionId'>,
): Promise<Place> => {
  const conversation = await conversationOf(app, caller, conversationId ?? undefined)
  const session = conversation === undefined ? await sessionOf(app, caller, sessionId) : undefined
  const database = await databaseOf(app, caller, databaseId ?? undefined, { conversation, session, epoch })
  return { conversation, session, database }
}

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
  app: App,
  { input, isJoined }: Pick<ClaimedTurn, 'input' | 'isJoined'>,
  organization: Organization,
  until?: Parameters<App['turns']['start']>[2],
): Promise<TurnResult | undefined> => {
  const { caller, turnId, patience = AWAITED } = input.question
  const lease = { max: concurrentFor(requestLimits(organization), patience.isAwaited), forMs: RESERVED_MS }
  const giveBack = () => app.limits.leases.giveBack(organization.id, turnId).catch(() => undefined)
  const refusal = await refusedPlace(app, organization.id, turnId, lease)
  if (refusal !== undefined) {
    if (input.claim === turnId) throw refusal
    const claim = await app.store.refuseClaim(caller, input.claim, turnId, refusal.problem)
    if (claim?.state !== 'opened') throw refusal
  }
  try {
    const ended = await app.turns.start(input, Date.now() + ACCEPT_WITHIN_MS, until)
    if (isJoined) await giveBack()
    return ended
  } catch (error) {
    await giveBack()
    const claim = await app.store.refuseClaim(caller, input.claim, turnId, 'worker_unavailable')
    // A claim that is gone was given free by the last step of its turn.
    if (claim === undefined || claim.state === 'opened') return undefined
    if (claim.problem === undefined || claim.problem === 'worker_unavailable') throw error
    throw new Problem(claim.problem, { cause: error })
  }
}

/** Why a turn has no place among those that are answered at once; undefined when it has one. */
const refusedPlace = async (
  app: App,
  organizationId: number,
  turnId: string,
  lease: Parameters<App['limits']['leases']['acquire']>[2],
): Promise<Problem | undefined> => {
  try {
    const hasPlace = await app.limits.leases.acquire(organizationId, turnId, lease)
    return hasPlace ? undefined : new Problem('running_limit_reached')
  } catch (cause) {
    return new Problem('store_unavailable', { cause })
  }
}

type Claimed = Parameters<App['store']['claimQuestion']>[2]

/**
 * Who holds an `Idempotency-Key`: this request, or an equal one before it. Without a key a request holds itself.
 * @throws Problem `idempotency_mismatch` when the key was used for another request
 */
export const claimByKey = async (
  app: Pick<App, 'store'>,
  caller: Caller,
  key: string | undefined,
  own: Claimed,
): Promise<Claimed> => {
  if (key === undefined) return own
  const id = keyClaimId(caller, key)
  const { claim } = await app.store.claimQuestion(caller, id, own)
  if (claim.request !== own.request) throw new Problem('idempotency_mismatch')
  await app.store.openClaim(caller, id, claim.turnId)
  return claim
}

/** A worker takes a question in by `ACCEPT_WITHIN_MS`, or it is refused: longer holds its place only who has died. */
const RESERVED_MS = 30_000

/** One text for every way to write the same request; what cannot be written again is no request. @throws Problem `input_invalid` */
export const requestDigest = (route: string, fields: object): string => {
  try {
    const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return digestOf([route, parts])
  } catch (cause) {
    throw new Problem('input_invalid', { cause })
  }
}

const digestOf = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** The id of the claim that stands for an `Idempotency-Key` of a caller. */
export const keyClaimId = (caller: Caller, key: string): string => digestOf([visibleTo(caller), 'key', key])

/** A key that stands for another request says so before anything else of this one is judged. */
const knowKey = async (app: App, caller: Caller, { idempotencyKey, digest }: TurnRequest): Promise<void> => {
  if (idempotencyKey === undefined) return
  const claim = await app.store.claim(caller, keyClaimId(caller, idempotencyKey))
  if (claim !== undefined && claim.state !== 'refused' && claim.request !== digest)
    throw new Problem('idempotency_mismatch')
}

/** What makes two requests one question: a key, or the same words to the same database; undefined when nothing does. */
const claimId = (caller: Caller, request: TurnRequest, databaseId: string): string | undefined => {
  const { idempotencyKey, joins, conversationId = null } = request
  if (idempotencyKey !== undefined) return keyClaimId(caller, idempotencyKey)
  const asked = [conversationId, request.text, databaseId, request.personalityId ?? null, request.sessionId ?? null]
  return joins ? digestOf([visibleTo(caller), 'question', ...asked]) : undefined
}

/** The caller's own; one that is not there yet begins with this question. */
const sessionOf = async (app: App, caller: Caller, id: string | null | undefined): Promise<Session | undefined> =>
  id == null ? undefined : await app.store.session(caller, id)

/** Where a session was last with a database: what a conversation that is started in it goes on from. */
const continued = (session: Session | undefined, databaseId: string): { readonly continues?: string } => {
  const continues = session?.conversations[databaseId]
  return continues === undefined ? {} : { continues }
}

const conversationOf = async (app: App, caller: Caller, id: string | undefined): Promise<Conversation | undefined> => {
  const found = id === undefined ? undefined : await app.store.conversation(caller, id)
  if (id !== undefined && found === undefined) throw new Problem('conversation_not_found')
  return found
}

/** A personality is the organization's: one that is unknown and one of another organization are the same. */
const knowPersonality = async (app: App, caller: Caller, id: string | undefined): Promise<void> => {
  if (id !== undefined && (await app.store.personality(caller, id)) === undefined)
    throw new Problem('personality_not_found')
}

interface Continued {
  readonly conversation: Conversation | undefined
  readonly session: Session | undefined
  readonly epoch: Epoch
}

/** The one that is named, else the conversation's, the key's, the session's, or the only one there is. */
const databaseOf = async (
  app: App,
  caller: Caller,
  id: string | undefined,
  { conversation, session, epoch }: Continued,
): Promise<DatabaseSettings> => {
  if (conversation !== undefined && id !== undefined && id !== conversation.databaseId) {
    await app.database(caller, id, epoch)
    throw new Problem('database_mismatch')
  }
  const known = conversation?.databaseId ?? id ?? caller.databaseId ?? session?.latest.databaseId
  if (known !== undefined) {
    if (caller.databaseId !== undefined && caller.databaseId !== known) throw new Problem('database_not_found')
    return await app.database(caller, known, epoch)
  }
  const [only, ...others] = await app.kept.databases(caller, epoch)
  if (only !== undefined && others.length === 0) return only
  throw missing('database_id', 'is required: the organization has more than one database, or none')
}
