import type { Request } from 'express'
import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { assistantMessageId, userMessageId } from '../../domain/history/message.ts'
import { Problem } from '../../domain/problem.ts'
import { chatData } from '../chat-data.ts'
import { ChatBody, checked, conversationIdPath, idempotencyKey, jsonBody } from '../input.ts'
import { type Exchange, pathParameter, type Route } from '../route.ts'
import { claimTurn, requestDigest, startTurn, type TurnRequest } from '../turn-request.ts'

/** `POST /chat/message`, chat form. */
export const sendMessage = (app: App): Route => ({
  method: 'post',
  path: '/chat/message',
  needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
  async handle(exchange) {
    const body = checked(ChatBody, jsonBody(exchange.req))
    return await ask(app, exchange, requestOf(exchange.req, body, body.conversation_id ?? undefined))
  },
})

/** `POST /chat/{conversation_id}/message`; the id `new` starts a conversation. */
export const sendMessageTo = (app: App): Route => ({
  method: 'post',
  path: '/chat/:conversation_id/message',
  needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
  async handle(exchange) {
    const body = checked(ChatBody, jsonBody(exchange.req))
    const id = pathParameter(exchange.req, 'conversation_id')
    const conversationId =
      id === 'new' ? undefined : checked(conversationIdPath, { conversation_id: id }).conversation_id
    if (body.conversation_id != null && body.conversation_id !== conversationId) throw otherConversation()
    return await ask(app, exchange, requestOf(exchange.req, body, conversationId))
  },
})

const otherConversation = (): Problem => {
  const message = 'conversation_id in the body is not the one in the path; send one of the two.'
  return new Problem('input_invalid', {
    message,
    details: [{ field: 'conversation_id', message, code: 'VALIDATION_ERROR' }],
  })
}

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
  digest: requestDigest(`POST ${req.path.toLowerCase()}`, req.body),
  joins: false,
})

const ask = async (app: App, { res, caller }: Exchange, request: TurnRequest): Promise<unknown> => {
  const { input, state } = await claimTurn(app, caller, request)
  const { question } = input
  if (state === 'opened') {
    const [asked, answered] = await Promise.all([
      app.store.message(caller, userMessageId(question.turnId)),
      app.store.message(caller, assistantMessageId(question.turnId)),
    ])
    if (answered !== undefined) {
      res.setHeader('Idempotent-Replayed', 'true')
      return await chatData(app, question)
    }
    if (asked !== undefined) throw new Problem('turn_running')
  } else {
    await startTurn(app, input)
  }
  const result = await app.turns.result(input)
  if (result.kind === 'refused') throw new Problem(result.problem)
  if (result.kind === 'failed') throw new Problem(result.failure.problem, { message: result.failure.message })
  return await chatData(app, question)
}
