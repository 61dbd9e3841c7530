import { askQuestion } from '../../ask/turns/ask-question.ts'
import { followQuestion } from '../../ask/turns/follow-question.ts'
import { requestDigest } from '../../ask/turns/request-digest.ts'
import type { TurnAnswer } from '../../ask/turns/stored-answer.ts'
import type { TurnRequest } from '../../ask/turns/turn-request.ts'
import { answerReader, disclosingProblems } from '../answer-reader.ts'
import { answerText } from '../answer-tables.ts'
import type { EventWire } from '../event-wire.ts'
import { followTurn } from '../follow-turn.ts'
import { idempotencyKey } from '../input.ts'
import { countInConversation } from '../rate-limit.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { answerPieces } from './answer-pieces.ts'
import { chosenQuestion, conversationOf, type NamedChat } from './conversation-of.ts'
import type { AskedModel } from './models.ts'

/**
 * The question of a chat. Clients repeat requests by themselves, so a question joins an equal one that is being answered.
 *
 * @throws Problem as `conversationOf`; `conversation_limit_reached` if the client names a conversation
 */
export const turnRequest = async (app: RouteParts, exchange: Exchange, asked: NamedChat): Promise<TurnRequest> => {
  const { req, res, organization } = exchange
  const { model, chat, user } = asked
  const conversation = await conversationOf(app, exchange, asked)
  if (user != null || Object.keys(conversation).length > 0) await countInConversation(app.limits, res, organization)
  return {
    ...conversation,
    text: await chosenQuestion(app, exchange, chat.question, conversation),
    databaseId: model.database.id,
    idempotencyKey: idempotencyKey(req),
    digest: requestDigest(`POST ${req.baseUrl}${req.path}`.toLowerCase(), req.body),
    joins: true,
  }
}

/** Asks and waits. @throws the problem that the turn ended with */
export const answerOf = async (
  app: RouteParts,
  exchange: Exchange,
  request: TurnRequest,
  model: AskedModel,
): Promise<{ readonly answer: TurnAnswer; readonly text: string }> => {
  const asked = await askQuestion(app, exchange, request)
  const reader = await answerReader(app, exchange)
  const answer = await disclosingProblems(reader, () => asked.answer())
  return { answer, text: answerText(answer, reader, model) }
}

/** Asks, and sends the answer in the pieces that `wireOf` encodes. @param shutdown as `streamAnswer` */
export const streamPieces = async (
  { app, exchange, request, model, shutdown }: StreamedQuestion,
  wireOf: (turnId: string, piecesOf: ReturnType<typeof answerPieces>) => EventWire,
): Promise<undefined> => {
  const following = await followQuestion(app, exchange, request)
  await followTurn(app, exchange, following, shutdown, (turnId, _traceId, reader) =>
    wireOf(turnId, answerPieces(turnId, reader, model)),
  )
}

interface StreamedQuestion {
  readonly app: RouteParts
  readonly exchange: Exchange
  readonly request: TurnRequest
  readonly model: AskedModel
  readonly shutdown: AbortSignal
}
