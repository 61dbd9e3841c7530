import { z } from 'zod'
import type { App } from '../../app.ts'
import type { TurnInput } from '../../domain/ask/turn.ts'
import { assistantMessageId } from '../../domain/history/message.ts'
import { Problem } from '../../domain/problem.ts'
import { checked, conversationIdPath, idempotencyKey, messageText, uuid } from '../input.ts'
import { parseCursor } from '../resume-decision.ts'
import { resumeStream, untilOpened } from '../resume-stream.ts'
import { type Exchange, pathParameter, type Route } from '../route.ts'
import { streamTurn } from '../sse.ts'
import { repetitionOf, startTurn, turnInputOf } from '../turn-request.ts'

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
  const { req, res, caller, traceId } = exchange
  if (req.get('Sec-Purpose')?.includes('prefetch'))
    throw new Problem('input_invalid', { message: 'A question is not asked ahead of time.' })
  const query = checked(StreamQuery, req.query)
  const key = idempotencyKey(req) ?? query.idempotency_key
  const input = await turnInputOf(app, caller, {
    text: query.message,
    databaseId: query.database_id,
    personalityId: query.personality_id,
    sessionId: query.session_id,
    conversationId,
    idempotencyKey: key,
  })
  const { question, claim } = input
  if (key !== undefined && (await repetitionOf(app, question)) === 'answered') {
    await resumeStream(app, exchange, { kind: 'at', turnId: question.turnId, seq: 0 }, conversationId, shutdown)
    return
  }
  const { holder, isNew } = await app.store.claimQuestion(caller, claim, question, input.acceptBy + CLAIM_SLACK_MS)
  const { turnId } = holder
  const turn = isNew ? begin(app, input) : untilOpened(app, caller, turnId)
  const start = { conversationId: holder.conversationId, messageId: assistantMessageId(turnId) }
  await streamTurn({ res, log: app.turnLog, turnId, traceId, start, shutdown, turn })
}

/** A claim whose holder died before a worker took the turn in is free again this long after the turn's last chance. */
const CLAIM_SLACK_MS = 2_000

/** Rejects when no worker takes the turn in: it will then never write an end of its own. */
const begin = async (app: App, input: TurnInput): Promise<void> => {
  try {
    await startTurn(app, input)
  } catch (error) {
    await app.store.releaseQuestion(input.question.caller, input.claim, input.question.turnId)
    throw error
  }
}
