import { z } from 'zod'
import type { App } from '../../app.ts'
import type { Caller } from '../../domain/access/caller.ts'
import type { TurnInput } from '../../domain/ask/turn.ts'
import { assistantMessageId, userMessageId } from '../../domain/history/message.ts'
import { Problem } from '../../domain/problem.ts'
import { chatData } from '../chat-data.ts'
import { checked, conversationIdPath, idempotencyKey, messageText, uuid } from '../input.ts'
import { type Cursor, parseCursor, resumeDecision } from '../resume-decision.ts'
import { type Exchange, pathParameter, type Route } from '../route.ts'
import { streamStoredAnswer, streamTurn } from '../sse.ts'
import { startTurn, turnInputOf } from '../turn-request.ts'

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
    const { req } = exchange
    const cursor = parseCursor(req)
    const id = pathParameter(req, 'conversation_id')
    const conversationId =
      id === 'new' ? undefined : checked(conversationIdPath, { conversation_id: id }).conversation_id
    if (cursor.kind === 'none') await ask(app, exchange, conversationId, shutdown)
    else await resume(app, exchange, conversationId, cursor, shutdown)
    return undefined
  },
})

const ask = async (
  app: App,
  { req, res, caller, traceId }: Exchange,
  conversationId: string | undefined,
  shutdown: AbortSignal,
): Promise<void> => {
  if (req.get('Sec-Purpose')?.includes('prefetch'))
    throw new Problem('input_invalid', { message: 'A question is not asked ahead of time.' })
  const query = checked(StreamQuery, req.query)
  const input = await turnInputOf(app, caller, {
    text: query.message,
    databaseId: query.database_id,
    personalityId: query.personality_id,
    sessionId: query.session_id,
    conversationId,
    idempotencyKey: idempotencyKey(req) ?? query.idempotency_key,
  })
  const { turnId } = input.question
  const mine = { turnId, conversationId: input.question.conversationId }
  const holder = await app.store.claimQuestion(
    caller,
    input.claim,
    mine,
    Date.parse(input.question.askedAt) + input.timeoutMs + 60_000,
  )
  const start = { conversationId: holder.conversationId, messageId: assistantMessageId(holder.turnId) }
  const turn = holder.turnId === turnId ? runToEnd(app, input, traceId) : undefined
  await streamTurn({
    res,
    log: app.turnLog,
    turnId: holder.turnId,
    traceId,
    start,
    shutdown,
    ...(turn === undefined ? {} : { turn }),
  })
}

/** Rejects when the turn was refused, and so will never write an end of its own. */
const runToEnd = async (app: App, input: TurnInput, traceId: string): Promise<void> => {
  try {
    await startTurn(app, input, traceId)
    const result = await app.turns.result(input, traceId)
    if (result.kind === 'refused') throw new Problem(result.problem)
  } catch (error) {
    await app.store.releaseQuestion(input.question.caller, input.claim, input.question.turnId).catch(() => undefined)
    throw error
  }
}

const resume = async (
  app: App,
  { res, caller, traceId }: Exchange,
  conversationId: string | undefined,
  cursor: Cursor,
  shutdown: AbortSignal,
): Promise<void> => {
  const turnId = cursor.kind === 'at' ? cursor.turnId : ''
  // A reader may be cut before the first step has stored the question: the claim is there from the start.
  const [head, claimed, asked, answered] = await Promise.all([
    app.turnLog.head(turnId),
    app.store.runningTurn(caller, turnId),
    app.store.message(caller, userMessageId(turnId)),
    app.store.message(caller, assistantMessageId(turnId)),
  ])
  const own = asked ?? claimed
  const ownsTurn = own !== undefined && (conversationId === undefined || own.conversationId === conversationId)
  const decision = resumeDecision({ cursor, head, ownsTurn, answered: answered !== undefined })
  switch (decision.kind) {
    case 'replay':
      await streamTurn({
        res,
        log: app.turnLog,
        turnId,
        traceId,
        afterSeq: decision.afterSeq,
        afresh: decision.afresh,
        shutdown,
      })
      return
    case 'stored':
      streamStoredAnswer({ res, turnId, traceId, outcome: await storedOutcome(app, caller, turnId) })
      return
    default:
      res.status(204).end()
  }
}

const storedOutcome = async (
  app: App,
  caller: Caller,
  turnId: string,
): Promise<Parameters<typeof streamStoredAnswer>[0]['outcome']> => {
  try {
    const data = await chatData(app, { turnId, caller, sessionId: '' })
    const { sources, query_type } = data
    return {
      type: 'done',
      message: String(data.message),
      messageId: String(data.message_id),
      conversationId: String(data.conversation_id),
      sessionId: String(data.conversation_id),
      sources: Array.isArray(sources) ? sources.map(String) : [],
      queryType: query_type === 'data_retrieval' ? 'data_retrieval' : 'chat',
      executionTimeMs: Number(data.execution_time_ms),
      finishReason: 'stop',
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { type: 'error', problem: error.problem, message: error.message }
  }
}
