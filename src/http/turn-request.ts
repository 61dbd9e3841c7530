import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { App } from '../app.ts'
import type { Caller } from '../domain/access/caller.ts'
import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import { visibleTo } from '../domain/access/visibility.ts'
import { ACCEPT_WITHIN_MS, type TurnInput } from '../domain/ask/turn.ts'
import { restrict } from '../domain/guard/restriction.ts'
import type { Conversation } from '../domain/history/conversation.ts'
import { Problem } from '../domain/problem.ts'

/** A question as it came in, its parts checked one by one but not yet against each other. */
export interface TurnRequest {
  readonly text: string
  readonly databaseId?: string | null | undefined
  /** Absent: the question starts a conversation. */
  readonly conversationId?: string | null | undefined
  readonly sessionId?: string | null | undefined
  readonly personalityId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  /** The whole request as it was sent, for comparison with another one that has the same key. */
  readonly digest: string
  /** Whether it joins an identical question that is running. */
  readonly joins: boolean
}

/** A turn that a request has claimed, or joins. */
export interface ClaimedTurn {
  readonly input: TurnInput
  /** Whether a worker had taken the question in when it was claimed. */
  readonly state: 'pending' | 'opened'
}

/**
 * A request → a turn that is its own or that it joins; every refusal that needs no worker happens here, before anything
 * is started.
 *
 * @throws Problem `conversation_not_found`, `database_not_found`, `database_mismatch`, `field_missing`, every problem of
 * `restrict`, and `idempotency_mismatch` when the key was used for another request
 */
export const claimTurn = async (app: App, caller: Caller, request: TurnRequest): Promise<ClaimedTurn> => {
  const conversation = await conversationOf(app, caller, request.conversationId ?? undefined)
  const database = await databaseOf(app, caller, request.databaseId ?? undefined, conversation)
  restrict(caller, database)
  const own = { turnId: uuidv7(), conversationId: conversation?.id ?? uuidv7(), request: request.digest }
  const id = claimId(caller, request, database.id) ?? own.turnId
  const { claim } = await app.store.claimQuestion(caller, id, own)
  if (request.idempotencyKey !== undefined && claim.request !== request.digest)
    throw new Problem('idempotency_mismatch')
  const { turnId, conversationId } = claim
  const { config } = app
  const input: TurnInput = {
    question: {
      turnId,
      conversationId,
      startsConversation: conversation === undefined,
      caller,
      databaseId: database.id,
      databaseName: database.name,
      text: request.text,
      sessionId: request.sessionId ?? conversationId,
      ...(request.personalityId == null ? {} : { personalityId: request.personalityId }),
      askedAt: new Date().toISOString(),
    },
    offlinePlanner: app.planner.offline,
    timeoutMs: config.turnTimeoutMs,
    queryTimeoutMs: config.queryTimeoutMs,
    claim: id,
    keyed: request.idempotencyKey !== undefined,
    redact: config.redact,
  }
  return { input, state: claim.state === 'opened' ? 'opened' : 'pending' }
}

/**
 * Starts a turn, or joins it where it has been started, and resolves once a worker has taken it in. A question that
 * none takes in time is refused: first in its claim, so that it will not be run, and then to the client.
 *
 * @throws Problem `worker_unavailable`, or why a worker has refused it
 */
export const startTurn = async (app: App, input: TurnInput): Promise<void> => {
  const { caller, turnId } = input.question
  try {
    await app.turns.start(input, Date.now() + ACCEPT_WITHIN_MS)
  } catch (error) {
    const claim = await app.store.refuseClaim(caller, input.claim, turnId, 'worker_unavailable')
    if (claim?.state === 'opened') return
    if (claim?.problem === undefined || claim.problem === 'worker_unavailable') throw error
    throw new Problem(claim.problem, { cause: error })
  }
}

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

/** What makes two requests one question: a key, or the same words to the same database; undefined when nothing does. */
const claimId = (caller: Caller, request: TurnRequest, databaseId: string): string | undefined => {
  const { idempotencyKey, joins, conversationId = null } = request
  if (idempotencyKey !== undefined) return digestOf([visibleTo(caller), 'key', idempotencyKey])
  const asked = [conversationId, request.text, databaseId, request.personalityId ?? null, request.sessionId ?? null]
  return joins ? digestOf([visibleTo(caller), 'question', ...asked]) : undefined
}

const conversationOf = async (app: App, caller: Caller, id: string | undefined): Promise<Conversation | undefined> => {
  if (id === undefined) return undefined
  const found = await app.store.conversation(caller, id)
  if (found === undefined) throw new Problem('conversation_not_found')
  return found
}

/** The one that is named, else the conversation's, the key's, or the only one there is. */
const databaseOf = async (
  app: App,
  caller: Caller,
  id: string | undefined,
  conversation: Conversation | undefined,
): Promise<DatabaseSettings> => {
  if (conversation !== undefined && id !== undefined && id !== conversation.databaseId) {
    await app.database(caller, id)
    throw new Problem('database_mismatch')
  }
  const known = conversation?.databaseId ?? id ?? caller.databaseId
  if (known !== undefined) {
    if (caller.databaseId !== undefined && caller.databaseId !== known) throw new Problem('database_not_found')
    return await app.database(caller, known)
  }
  const [only, ...others] = await app.store.databases(caller)
  if (only !== undefined && others.length === 0) return only
  const message = 'database_id is required: the organization has more than one database.'
  throw new Problem('field_missing', {
    message,
    details: [{ field: 'database_id', message, code: 'VALIDATION_ERROR' }],
  })
}
