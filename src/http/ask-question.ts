import type { Request } from 'express'
import { z } from 'zod'
import type { App } from '../app.ts'
import type { TurnInput, TurnResult } from '../domain/ask/turn.ts'
import { assistantMessageId } from '../domain/history/message.ts'
import { Problem } from '../domain/problem.ts'
import { claimTurn, startTurn, type TurnRequest } from '../turns/claim-turn.ts'
import { streamQuestion } from '../turns/follow-question.ts'
import { parseCursor } from '../turns/resume-decision.ts'
import { chatData, chatDataOf } from '../turns/stored-answer.ts'
import { turnMessages } from '../turns/turn-messages.ts'
import { data, type Reply, written } from './contract/reply.ts'
import { AcceptedTurn, type ChatAnswer } from './contract/resources.ts'
import { resumeStream } from './resume-stream.ts'
import type { Exchange } from './route.ts'

const ACCEPTED = data(AcceptedTurn, {
  status: 202,
  description: 'Taken in, with `Prefer: respond-async`: it is answered whether or not anybody waits.',
})

const STREAMED = written('text/event-stream', z.string(), 'The events of the turn, with `Accept: text/event-stream`.')

/** What a question that is posted may be answered with in place of its answer. */
export const OTHER_ANSWERS: readonly Reply[] = [ACCEPTED, STREAMED]

/** Whether a request resumes a stream, which asks nothing. */
export const resumes = (req: Request): boolean => wantsStream(req) && parseCursor(req).kind !== 'none'

/**
 * Answers a question that was posted: when its turn has ended, event by event where the client accepts those, or at
 * once with where to look (RFC 7240, `respond-async`).
 *
 * @returns undefined where it has answered by itself
 * @throws as `claimTurn` and `startTurn`; what the turn ended with; Problem `turn_running`
 */
export const askQuestion = async (
  app: App,
  exchange: Exchange,
  request: TurnRequest,
  shutdown: AbortSignal,
): Promise<z.input<typeof ChatAnswer> | undefined> => {
  const { req } = exchange
  if (wantsStream(req)) {
    // Some clients post anew where they lost the connection, with the last event that they have.
    const cursor = parseCursor(req)
    if (cursor.kind === 'none') await streamQuestion(app, exchange, request, shutdown)
    else await resumeStream(app, exchange, cursor, request.conversationId ?? undefined, shutdown)
    return undefined
  }
  if (prefersAsync(req)) return await take(app, exchange, request)
  return await answer(app, exchange, request)
}

const wantsStream = (req: Request): boolean =>
  req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream'

const prefersAsync = (req: Request): boolean =>
  (req.get('Prefer') ?? '').split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))

const answer = async (app: App, exchange: Exchange, request: TurnRequest): Promise<z.input<typeof ChatAnswer>> => {
  const { res, caller, organization } = exchange
  const claimed = await claimTurn(app, exchange, request)
  const { input, state } = claimed
  const { question } = input
  let ended: TurnResult | undefined
  if (state === 'opened') {
    const { asked, answered } = await turnMessages(app, caller, question.turnId)
    if (answered !== undefined) {
      res.setHeader('Idempotent-Replayed', 'true')
      return await chatData(app, question)
    }
    if (asked !== undefined) throw new Problem('turn_running')
  } else {
    ended = await startTurn(app, claimed, organization, 'ended')
  }
  const result = ended ?? (await app.turns.result(input))
  if (result.kind === 'refused') throw new Problem(result.problem)
  if (result.kind === 'failed') throw new Problem(result.failure.problem, { message: result.failure.message })
  return result.asStored === undefined
    ? await chatData(app, question)
    : await chatDataOf(app, question, result.answer, result.asStored)
}

const LOOK_AFTER_S = 1

/** Answers as soon as the question is taken in: refusals are still told, whatever the turn ends with is not. */
const take = async (app: App, exchange: Exchange, request: TurnRequest): Promise<undefined> => {
  const { res, caller, organization } = exchange
  const claimed = await claimTurn(app, exchange, { ...request, isAsync: true })
  const { input, state } = claimed
  if (state === 'opened') res.setHeader('Idempotent-Replayed', 'true')
  else await startTurn(app, claimed, organization)
  const { turnId: id, databaseId, conversationId, askedAt } = input.question
  // Its first step may not have stored it yet.
  await app.store.addTurnJob(caller, { id, databaseId, conversationId, askedAt })
  const taken = acceptedTurn(input)
  res.setHeader('Preference-Applied', 'respond-async')
  res.setHeader('Location', taken.status_url)
  res.setHeader('Retry-After', String(LOOK_AFTER_S))
  res.status(ACCEPTED.status).json(ACCEPTED.body(taken))
  return undefined
}

const acceptedTurn = ({
  question: { turnId, conversationId, sessionId },
  queryTimeoutMs,
}: TurnInput): z.input<typeof AcceptedTurn> => ({
  ...{ turn_id: turnId, conversation_id: conversationId, session_id: sessionId },
  message_id: assistantMessageId(turnId),
  status_url: `/api/v1/jobs/${turnId}`,
  stream_url: `/api/v1/chat/${conversationId}/stream?last_event_id=${turnId}.0`,
  query_timeout: Math.ceil(queryTimeoutMs / 1_000),
})
