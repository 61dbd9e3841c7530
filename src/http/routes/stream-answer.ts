import { z } from 'zod'
import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { Problem } from '../../domain/problem.ts'
import { written } from '../contract/reply.ts'
import { CursorQuery, conversationPath, idempotencyKey, messageText, missing, uuid } from '../input.ts'
import { parseCursor } from '../resume-decision.ts'
import { resumeStream } from '../resume-stream.ts'
import { type Exchange, endpoint } from '../route.ts'
import { streamQuestion } from '../stream-question.ts'
import { TURN_PROBLEMS } from '../turn-problems.ts'
import { requestDigest } from '../turn-request.ts'

const StreamQuery = CursorQuery.extend({
  /** Missing where a cursor says what to resume. */
  message: messageText.optional().meta({ param: { example: 'How many customers are there?' } }),
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
export const streamAnswer = (app: App, shutdown: AbortSignal) =>
  endpoint({
    method: 'get',
    path: '/chat/:conversation_id/stream',
    summary: 'Ask a question and follow its answer, or resume following one',
    description:
      'Server-sent events. With `Last-Event-ID` it resumes and never asks; the id `new` starts a conversation.',
    takes: z.object({ params: conversationPath, query: StreamQuery }),
    gives: written('text/event-stream', z.string(), 'The events of the turn.'),
    problems: TURN_PROBLEMS,
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    asksInConversation: (req) => parseCursor(req).kind === 'none',
    async handle(exchange, { params, query }) {
      const cursor = parseCursor(exchange.req)
      const conversationId = params.conversation_id === 'new' ? undefined : params.conversation_id
      if (cursor.kind === 'none') await ask(app, exchange, query, conversationId, shutdown)
      else await resumeStream(app, exchange, cursor, conversationId, shutdown)
      return undefined
    },
  })

const ask = async (
  app: App,
  exchange: Exchange,
  query: z.output<typeof StreamQuery>,
  conversationId: string | undefined,
  shutdown: AbortSignal,
): Promise<void> => {
  const { req } = exchange
  if (req.get('Sec-Purpose')?.includes('prefetch'))
    throw new Problem('input_invalid', { message: 'A question is not asked ahead of time.' })
  if (query.message === undefined) throw missing('message')
  const key = idempotencyKey(req) ?? query.idempotency_key
  const request = {
    text: query.message,
    databaseId: query.database_id,
    personalityId: query.personality_id,
    sessionId: query.session_id,
    conversationId,
    idempotencyKey: key,
    digest: requestDigest(`GET ${req.path.toLowerCase()}`, req.query),
    joins: true,
  }
  await streamQuestion(app, exchange, request, shutdown)
}
