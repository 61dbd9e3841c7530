import type { Request } from 'express'
import { z } from 'zod'
import { assistantMessageId } from '../../../ask/rules/history/message.ts'
import type { TurnInput } from '../../../ask/rules/turn.ts'
import { acceptQuestion } from '../../../ask/turns/accept-question.ts'
import { askQuestion } from '../../../ask/turns/ask-question.ts'
import { followQuestion } from '../../../ask/turns/follow-question.ts'
import { resumeTurn } from '../../../ask/turns/resume-turn.ts'
import type { TurnRequest } from '../../../ask/turns/turn-request.ts'
import { answerReader, disclosingProblems } from '../../answer-reader.ts'
import { followTurn } from '../../follow-turn.ts'
import { parseCursor } from '../../parse-cursor.ts'
import { data, type Reply, written } from '../../reply.ts'
import type { Exchange } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { chatData } from './chat-data.ts'
import { AcceptedTurn, type ChatAnswer } from './chat-schema.ts'

const ACCEPTED = data(AcceptedTurn, {
  status: 202,
  description: 'Accepted, with `Prefer: respond-async`: the question is answered whether or not a client waits.',
})

const STREAMED = written('text/event-stream', z.string(), 'The events of the turn, with `Accept: text/event-stream`.')

/** Replies to a posted question other than its answer. */
export const OTHER_ANSWERS: readonly Reply[] = [ACCEPTED, STREAMED]

/** Whether a request resumes a stream, and so asks no question. */
export const resumes = (req: Request): boolean => wantsStream(req) && parseCursor(req).kind !== 'none'

/**
 * Answers a posted question: at the end of its turn, as a stream of events if the client accepts one, or at once with the
 * URL of its status (RFC 7240, `respond-async`).
 *
 * @returns undefined if the response was sent here
 * @throws as `askQuestion`, `acceptQuestion` and `followQuestion`; the Problem with which the turn ended
 */
export const answerQuestion = async (
  app: RouteParts,
  exchange: Exchange,
  request: TurnRequest,
  shutdown: AbortSignal,
): Promise<z.input<typeof ChatAnswer> | undefined> => {
  const { req, caller } = exchange
  if (wantsStream(req)) {
    // Some clients reconnect with POST and the id of their last event.
    const cursor = parseCursor(req)
    const following =
      cursor.kind === 'none'
        ? await followQuestion(app, exchange, request)
        : await resumeTurn(app, caller, cursor, request.conversationId ?? undefined)
    await followTurn(app, exchange, following, shutdown)
    return undefined
  }
  if (prefersAsync(req)) return await respondAccepted(app, exchange, request)
  return await waitForAnswer(app, exchange, request)
}

const wantsStream = (req: Request): boolean =>
  req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream'

const prefersAsync = (req: Request): boolean =>
  (req.get('Prefer') ?? '').split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))

const waitForAnswer = async (
  app: RouteParts,
  exchange: Exchange,
  request: TurnRequest,
): Promise<z.input<typeof ChatAnswer>> => {
  const { res } = exchange
  const asked = await askQuestion(app, exchange, request)
  if (asked.isReplayed) res.setHeader('Idempotent-Replayed', 'true')
  const reader = await answerReader(app, exchange)
  const answer = await disclosingProblems(reader, () => asked.answer())
  return chatData(answer, { reader, sessionId: asked.question.sessionId })
}

const RETRY_AFTER_S = 1

/** Responds as soon as the question is accepted. */
const respondAccepted = async (app: RouteParts, exchange: Exchange, request: TurnRequest): Promise<undefined> => {
  const { res } = exchange
  const { input, isReplayed, note } = await acceptQuestion(app, exchange, request)
  if (isReplayed) res.setHeader('Idempotent-Replayed', 'true')
  await note()
  const accepted = acceptedTurn(input)
  res.setHeader('Preference-Applied', 'respond-async')
  res.setHeader('Location', accepted.status_url)
  res.setHeader('Retry-After', String(RETRY_AFTER_S))
  res.status(ACCEPTED.status).json(ACCEPTED.body(accepted))
  return undefined
}

const acceptedTurn = ({
  question: { turnId, conversationId, sessionId },
  queryTimeoutMs,
}: TurnInput): z.input<typeof AcceptedTurn> => ({
  turn_id: turnId,
  conversation_id: conversationId,
  session_id: sessionId,
  message_id: assistantMessageId(turnId),
  status_url: `/api/v1/jobs/${turnId}`,
  stream_url: `/api/v1/chat/${conversationId}/stream?last_event_id=${turnId}.0`,
  query_timeout: Math.ceil(queryTimeoutMs / 1_000),
})
