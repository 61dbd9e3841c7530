import type { Request } from 'express'
import type { App } from '../../app.ts'
import { Problem } from '../../domain/problem.ts'
import { chatData } from '../chat-data.ts'
import { ChatBody, checked, conversationIdPath, idempotencyKey, jsonBody } from '../input.ts'
import { type Exchange, pathParameter, type Route } from '../route.ts'
import { repetitionOf, startTurn, type TurnRequest, turnInputOf } from '../turn-request.ts'

/** `POST /chat/message`, chat form. */
export const sendMessage = (app: App): Route => ({
  method: 'post',
  path: '/chat/message',
  async handle(exchange) {
    const body = checked(ChatBody, jsonBody(exchange.req))
    return await ask(app, exchange, requestOf(exchange.req, body, body.conversation_id ?? undefined))
  },
})

/** `POST /chat/{conversation_id}/message`; the id `new` starts a conversation. */
export const sendMessageTo = (app: App): Route => ({
  method: 'post',
  path: '/chat/:conversation_id/message',
  async handle(exchange) {
    const body = checked(ChatBody, jsonBody(exchange.req))
    const id = pathParameter(exchange.req, 'conversation_id')
    const conversationId =
      id === 'new' ? undefined : checked(conversationIdPath, { conversation_id: id }).conversation_id
    return await ask(app, exchange, requestOf(exchange.req, body, conversationId))
  },
})

const requestOf = (
  req: Request,
  body: ReturnType<typeof ChatBody.parse>,
  conversationId: string | undefined,
): TurnRequest => ({
  text: body.message,
  databaseId: body.database_id,
  sessionId: body.session_id,
  personalityId: body.personality_id,
  conversationId,
  idempotencyKey: idempotencyKey(req),
})

const ask = async (app: App, { res, caller }: Exchange, request: TurnRequest): Promise<unknown> => {
  const input = await turnInputOf(app, caller, request)
  const { question } = input
  if (request.idempotencyKey !== undefined) {
    const repetition = await repetitionOf(app, question)
    if (repetition === 'running') throw new Problem('turn_running')
    if (repetition === 'answered') {
      res.setHeader('Idempotent-Replayed', 'true')
      return await chatData(app, question)
    }
  }
  await startTurn(app, input)
  const result = await app.turns.result(input)
  if (result.kind === 'refused') throw new Problem(result.problem)
  if (result.kind === 'failed') throw new Problem(result.failure.problem, { message: result.failure.message })
  return await chatData(app, question)
}
