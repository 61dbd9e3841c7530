import { z } from 'zod'
import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import type { TurnInput } from '../../domain/ask/turn.ts'
import { userMessageId } from '../../domain/history/message.ts'
import { Problem } from '../../domain/problem.ts'
import { checked, conversationIdPath, idempotencyKey, messageText, uuid } from '../input.ts'
import { parseCursor } from '../resume-decision.ts'
import { resumeStream, streamFor } from '../resume-stream.ts'
import { type Exchange, pathParameter, type Route } from '../route.ts'
import { streamTurn } from '../sse.ts'
import { claimTurn, requestDigest, startTurn } from '../turn-request.ts'

const StreamQuery = z.object({
  message: messageText,
  database_id: uuid.optional(),
  personality_id: uuid.optional(),
  session_id: uuid.optional(),
  idempotency_key: z.string().min(1).max(255).optional(),
})

/**
 * `GET /chat/{conversation_id}/stream`; the id `new` starts a conversation. With a cursor it resumes and never asks;
 * without one it joins an identical question that is running, or asks.
 *
 * @param shutdown aborted when the process is to stop: readers are sent elsewhere
 */
export const streamAnswer = (app: App, shutdown: AbortSignal): Route => ({
  method: 'get',
  path: '/chat/:conversation_id/stream',
  needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
  async handle(exchange) {
    const { req, res } = exchange
    // Express answers HEAD by the GET route, and a look at the headers must not ask a question.
    if (req.method === 'HEAD') {
      res.setHeader('Allow', 'GET')
      throw new Problem('method_not_allowed')
    }
    const cursor = parseCursor(req)
    const id = pathParameter(req, 'conversation_id')
    const conversationId =
      id === 'new' ? undefined : checked(conversationIdPath, { conversation_id: id }).conversation_id
    if (cursor.kind === 'none') await ask(app, exchange, conversationId, shutdown)
    else await resumeStream(app, exchange, cursor, conversationId, shutdown)
    return undefined
  },
})

const ask = async (
  app: App,
  exchange: Exchange,
  conversationId: string | undefined,
  shutdown: AbortSignal,
): Promise<void> => {
  const { req, caller } = exchange
  if (req.get('Sec-Purpose')?.includes('prefetch'))
    throw new Problem('input_invalid', { message: 'A question is not asked ahead of time.' })
  const query = checked(StreamQuery, req.query)
  const key = idempotencyKey(req) ?? query.idempotency_key
  const { input, state } = await claimTurn(app, caller, {
    text: query.message,
    databaseId: query.database_id,
    personalityId: query.personality_id,
    sessionId: query.session_id,
    conversationId,
    idempotencyKey: key,
    digest: requestDigest(`GET ${req.path.toLowerCase()}`, req.query),
    joins: true,
  })
  const { turnId } = input.question
  if (state === 'opened' && (await app.store.message(caller, userMessageId(turnId))) !== undefined) {
    await resumeStream(app, exchange, { kind: 'at', turnId, seq: 0 }, conversationId, shutdown)
    return
  }
  const opening = state === 'pending' ? startTurn(app, input) : untilStored(app, input)
  await streamTurn({ ...streamFor(app, exchange), turnId, shutdown, opening })
}

/** A question that is opened but not stored is about to be, unless it was deleted with its conversation. */
const untilStored = async (app: App, input: TurnInput): Promise<void> => {
  const { caller, turnId } = input.question
  const { lastSeq } = await app.turnLog.head(turnId)
  if (lastSeq === 0) await app.turns.result(input)
  if ((await app.store.message(caller, userMessageId(turnId))) === undefined)
    throw new Problem('conversation_not_found')
}
