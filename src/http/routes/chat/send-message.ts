import type { Request } from 'express'
import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { requestDigest } from '../../../ask/turns/request-digest.ts'
import { TURN_PROBLEMS } from '../../../ask/turns/turn-problems.ts'
import type { TurnRequest } from '../../../ask/turns/turn-request.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import { idempotencyKey } from '../../input.ts'
import { data, dataAndMessage } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { answerQuestion, OTHER_ANSWERS, resumes } from './answer-question.ts'
import { appendMessage } from './append-message.ts'
import { AppendBody, AppendedMessage, ChatAnswer, ChatBody, CursorQuery, conversationPath } from './chat-schema.ts'

const APPENDED = dataAndMessage(AppendedMessage, 'The message was added to the conversation.', {
  status: 201,
  description: 'Appended.',
})

/** `POST /chat/message`: a question or a message to append, depending on the fields of the body. */
export const sendMessage = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'post',
    path: '/chat/message',
    summary: 'Ask a question, or append a message',
    description:
      'A body with `message` asks; one with `role` and `content` appends a message to a conversation and asks nothing.',
    takes: z.object({ query: CursorQuery, body: z.union([AppendBody, ChatBody]) }),
    gives: data(ChatAnswer),
    orGives: [APPENDED, ...OTHER_ANSWERS],
    problems: TURN_PROBLEMS,
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle(exchange, { body }) {
      if (body.message == null) {
        const appended = await appendMessage(app, exchange, body)
        exchange.res.status(APPENDED.status).json(APPENDED.body(appended))
        return undefined
      }
      return await answerQuestion(
        app,
        exchange,
        requestOf(exchange.req, body, body.conversation_id ?? undefined),
        shutdown,
      )
    },
  })

/** `POST /chat/{conversation_id}/message`; the id `new` starts a conversation. */
export const sendMessageTo = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'post',
    path: '/chat/:conversation_id/message',
    summary: 'Ask a question in a conversation',
    description: 'Use the id `new` to start a conversation.',
    takes: z.object({ params: conversationPath, query: CursorQuery, body: ChatBody }),
    gives: data(ChatAnswer),
    orGives: OTHER_ANSWERS,
    problems: TURN_PROBLEMS,
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    asksInConversation: (req) => !resumes(req),
    async handle(exchange, { params, body }) {
      const conversationId = params.conversation_id === 'new' ? undefined : params.conversation_id
      if (body.conversation_id != null && body.conversation_id !== conversationId)
        throw invalidField('conversation_id', 'differs from the id in the path; send only one of them')
      return await answerQuestion(app, exchange, requestOf(exchange.req, body, conversationId), shutdown)
    },
  })

const requestOf = (req: Request, body: z.output<typeof ChatBody>, conversationId: string | undefined): TurnRequest => ({
  text: body.message,
  databaseId: body.database_id,
  sessionId: body.session_id,
  personalityId: body.personality_id,
  conversationId,
  idempotencyKey: idempotencyKey(req),
  digest: requestDigest(`POST ${req.path.toLowerCase()}`, req.body),
  joins: false,
})
