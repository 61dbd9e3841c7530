import type { Request } from 'express'
import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { followQuestion } from '../../../ask/turns/follow-question.ts'
import { requestDigest } from '../../../ask/turns/request-digest.ts'
import type { Cursor } from '../../../ask/turns/resume-decision.ts'
import { resumeTurn } from '../../../ask/turns/resume-turn.ts'
import { TURN_PROBLEMS } from '../../../ask/turns/turn-problems.ts'
import type { TurnRequest } from '../../../ask/turns/turn-request.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { followTurn } from '../../follow-turn.ts'
import { idempotencyKey, missing, once, uuid } from '../../input.ts'
import { parseCursor } from '../../parse-cursor.ts'
import { written } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { CursorQuery, conversationPath, messageText } from '../chat/chat-schema.ts'
import { useTicket } from './use-ticket.ts'

const StreamQuery = CursorQuery.extend({
  /** Required unless a cursor selects a turn to resume. */
  message: messageText.optional().meta({ param: { example: 'How many customers are there?' } }),
  database_id: uuid.optional(),
  personality_id: uuid.optional(),
  session_id: uuid.optional(),
  idempotency_key: z.string().min(1).max(255).optional(),
  ticket: once
    .max(100, 'is not a stream ticket')
    .optional()
    .meta({ description: 'A stream ticket instead of a key, for EventSource in browsers, which cannot send headers.' }),
})

/**
 * `GET /chat/{conversation_id}/stream`; the id `new` starts a conversation. With a cursor it resumes and never asks;
 * without one it joins an identical question that is running, or asks.
 *
 * @param shutdown aborted at shutdown: streams end, so that clients reconnect to another process
 */
export const streamAnswer = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'get',
    path: '/chat/:conversation_id/stream',
    summary: 'Ask a question and follow its answer, or resume following one',
    description:
      'Server-sent events. With `Last-Event-ID`, it resumes a turn and never asks a question. Use the id `new` to start a conversation. With `ticket`, no key is required.',
    takes: z.object({ params: conversationPath, query: StreamQuery }),
    gives: written('text/event-stream', z.string(), 'The events of the turn.'),
    problems: [...TURN_PROBLEMS, 'ticket_expired', 'ticket_invalid', 'ticket_mismatch', 'ticket_used'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    takesTickets: true,
    asksInConversation: (req) => parseCursor(req).kind === 'none',
    async handle(exchange, { params, query }) {
      const { req, ticket } = exchange
      const cursor = parseCursor(req)
      const conversationId = params.conversation_id === 'new' ? undefined : params.conversation_id
      const request = cursor.kind === 'none' ? questionOf(req, query, conversationId) : undefined
      const asked = { conversationId, databaseId: query.database_id, resumes: resumedTurn(cursor) }
      const used = ticket === undefined ? undefined : await useTicket(app, ticket, asked)
      if (request !== undefined) {
        const databaseId = request.databaseId ?? ticket?.databaseId
        const following = await followQuestion(app, exchange, { ...request, databaseId }, used?.bind)
        await followTurn(app, exchange, following, shutdown)
        return undefined
      }
      if (cursor.kind === 'at') await used?.bind(cursor.turnId)
      await followTurn(app, exchange, await resumeTurn(app, exchange.caller, cursor, conversationId), shutdown)
      return undefined
    },
  })

/** The turn id in a cursor, empty if it is malformed; undefined without a cursor, for a question. */
const resumedTurn = (cursor: Cursor): string | undefined => {
  if (cursor.kind === 'none') return undefined
  return cursor.kind === 'at' ? cursor.turnId : ''
}

/** @throws Problem `input_invalid`, `field_missing` */
const questionOf = (
  req: Request,
  query: z.output<typeof StreamQuery>,
  conversationId: string | undefined,
): TurnRequest => {
  if (req.get('Sec-Purpose')?.includes('prefetch'))
    throw new Problem('input_invalid', { message: 'Prefetch requests do not ask questions.' })
  if (query.message === undefined) throw missing('message')
  // Not in the digest: each attempt to ask the same question has another ticket.
  const { ticket: _, ...fields } = req.query
  return {
    text: query.message,
    databaseId: query.database_id,
    personalityId: query.personality_id,
    sessionId: query.session_id,
    conversationId,
    idempotencyKey: idempotencyKey(req) ?? query.idempotency_key,
    digest: requestDigest(`GET ${req.path.toLowerCase()}`, fields),
    joins: true,
  }
}
