import { createHash } from 'node:crypto'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { App } from '../app.ts'
import { type Caller, scopeOf } from '../domain/access/caller.ts'
import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { Question } from '../domain/ask/question.ts'
import { ACCEPT_WITHIN_MS, type TurnInput } from '../domain/ask/turn.ts'
import { restrict } from '../domain/guard/restriction.ts'
import type { Conversation } from '../domain/history/conversation.ts'
import { assistantMessageId, userMessageId } from '../domain/history/message.ts'
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
}

/** The namespace of ids that derive from an idempotency key (RFC 9562, version 5). */
const KEYED_TURNS = '5d0c0b4e-5a43-4d0d-9d2c-0a4ecb1c7f3e'

/**
 * A request → the input of a turn; every refusal that needs no worker happens here, before anything is started.
 *
 * @throws Problem `conversation_not_found`, `database_not_found`, `database_mismatch`, `field_missing`, and every
 * problem of `restrict`
 */
export const turnInputOf = async (app: App, caller: Caller, request: TurnRequest): Promise<TurnInput> => {
  const conversation = await conversationOf(app, caller, request.conversationId ?? undefined)
  const database = await databaseOf(app, caller, request.databaseId ?? undefined, conversation)
  restrict(caller, database)
  const { config } = app
  const turnId =
    request.idempotencyKey === undefined
      ? uuidv7()
      : uuidv5(JSON.stringify([...ownerOf(caller), request.idempotencyKey]), KEYED_TURNS)
  const started = request.idempotencyKey === undefined ? uuidv7() : uuidv5('conversation', turnId)
  const now = Date.now()
  return {
    question: {
      turnId,
      conversationId: conversation?.id ?? started,
      startsConversation: conversation === undefined,
      caller,
      databaseId: database.id,
      databaseName: database.name,
      text: request.text,
      sessionId: request.sessionId ?? conversation?.id ?? started,
      ...(request.personalityId == null ? {} : { personalityId: request.personalityId }),
      askedAt: new Date(now).toISOString(),
    },
    offlinePlanner: app.planner.offline,
    acceptBy: now + ACCEPT_WITHIN_MS,
    timeoutMs: config.turnTimeoutMs,
    queryTimeoutMs: config.queryTimeoutMs,
    claim: claimOf(caller, request, database.id),
    redact: config.redact,
  }
}

/** Starts a turn and waits until a worker has taken it in. @throws Problem `worker_unavailable`, `store_unavailable` */
export const startTurn = (app: App, input: TurnInput): Promise<void> => {
  const { caller, turnId } = input.question
  return app.turns.start(input, async () => (await app.store.message(caller, userMessageId(turnId))) !== undefined)
}

/**
 * How far the turn of an idempotency key has come.
 * @throws Problem `idempotency_mismatch` when the key was used for something else
 */
export const repetitionOf = async (app: App, question: Question): Promise<'new' | 'running' | 'answered'> => {
  const { caller, turnId } = question
  const asked = await app.store.message(caller, userMessageId(turnId))
  if (asked === undefined) return 'new'
  if (asked.content !== question.text || asked.conversationId !== question.conversationId)
    throw new Problem('idempotency_mismatch')
  return (await app.store.message(caller, assistantMessageId(turnId))) === undefined ? 'running' : 'answered'
}

const ownerOf = (caller: Caller) => [caller.organizationId, caller.tenantId ?? null, scopeOf(caller)]

/** What makes two requests identical, as a digest. */
const claimOf = (caller: Caller, request: TurnRequest, databaseId: string): string => {
  const asked = request.idempotencyKey ?? [request.text, databaseId, request.personalityId ?? null]
  const parts = [...ownerOf(caller), request.conversationId ?? 'new', asked]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
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
