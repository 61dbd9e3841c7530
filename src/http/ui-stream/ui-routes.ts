import { z } from 'zod'
import { type AccessRequirements, ANY_KEY } from '../../access/rules/permit.ts'
import { followQuestion } from '../../ask/turns/follow-question.ts'
import { namedConversationId } from '../../ask/turns/named-conversation-id.ts'
import { resumeTurn } from '../../ask/turns/resume-turn.ts'
import { runningTurn } from '../../ask/turns/running-turn.ts'
import { storedParts } from '../../ask/turns/stored-parts.ts'
import type { StreamSource } from '../../ask/turns/stream-source.ts'
import { TURN_PROBLEMS } from '../../ask/turns/turn-problems.ts'
import { followTurn } from '../follow-turn.ts'
import { idempotencyKey } from '../input.ts'
import { written } from '../reply.ts'
import { type Exchange, endpoint } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { uiMessageWire } from './ui-message-wire.ts'
import { chatId, conversationOf, UiChatBody, uiQuestion } from './ui-question.ts'

/** Without a cursor: a resumed stream begins with its first chunk. */
export const UI_MESSAGE_STREAM = written(
  'text/event-stream',
  z.string().meta({ description: 'UI message stream of the AI SDK, version 1.' }),
  'The answer as a UI message stream of the AI SDK.',
)

const NEEDS: AccessRequirements = { permission: 'chat', keys: ANY_KEY, scope: 'optional', feature: 'custom_api_access' }

/** Messages with the rows of earlier answers are sent back with every question. */
const BODY_BYTES_MAX = 1024 * 1024

/** `POST /chat/ui`: for `useChat` of the AI SDK. @param shutdown as `streamAnswer` */
export const askFromUi = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'post',
    path: '/chat/ui',
    summary: 'Ask a question from a page with `useChat` of the AI SDK',
    description:
      'Takes what `DefaultChatTransport` sends and answers with a UI message stream. A message that is sent twice is asked once.',
    takes: z.object({ body: UiChatBody }),
    gives: UI_MESSAGE_STREAM,
    problems: TURN_PROBLEMS,
    needs: NEEDS,
    bodyBytesMax: BODY_BYTES_MAX,
    asksInConversation: () => true,
    async handle(exchange, { body }) {
      const question = await uiQuestion(app, exchange.caller, body, idempotencyKey(exchange.req))
      return await follow(app, exchange, await followQuestion(app, exchange, question), shutdown)
    },
  })

/** `GET /chat/ui/{id}/stream`: for `useChat({ resume: true })`, which calls it whenever a page is loaded. */
export const resumeInUi = (app: RouteParts, shutdown: AbortSignal) =>
  endpoint({
    method: 'get',
    path: '/chat/ui/:id/stream',
    summary: 'Follow the running turn of a chat of the AI SDK from its beginning',
    description: 'Returns 204 if no turn of the chat is running.',
    takes: z.object({ params: z.object({ id: chatId }) }),
    gives: UI_MESSAGE_STREAM,
    problems: [],
    needs: NEEDS,
    async handle(exchange, { params: { id } }) {
      return await follow(app, exchange, await runningTurnOf(app, exchange, id), shutdown)
    },
  })

const runningTurnOf = async (app: RouteParts, { caller }: Exchange, id: string): Promise<StreamSource> => {
  const named = await conversationOf(app, caller, id)
  const conversationId =
    'conversationId' in named ? named.conversationId : namedConversationId(caller, named.conversationName)
  const conversation = await app.store.conversations.find(caller, conversationId)
  const turnId = conversation === undefined ? undefined : await runningTurn(app, caller, conversation)
  return turnId === undefined
    ? { kind: 'gone' }
    : await resumeTurn(app, caller, { kind: 'at', turnId, seq: 0 }, conversationId)
}

const follow = async (
  app: RouteParts,
  exchange: Exchange,
  source: StreamSource,
  shutdown: AbortSignal,
): Promise<undefined> => {
  const whole =
    source.kind === 'stored' ? { ...source, parts: await storedParts(app, exchange.caller, source.turnId) } : source
  await followTurn(app, exchange, whole, shutdown, uiMessageWire)
}
