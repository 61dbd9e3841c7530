import { userMessageId } from '../../ask/rules/history/message.ts'
import { namedConversationId } from '../../ask/turns/named-conversation-id.ts'
import { digestOf } from '../../ask/turns/request-digest.ts'
import type { TurnRequest } from '../../ask/turns/turn-request.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { singleHeader } from '../credentials.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import type { ReceivedChat } from './chat-input.ts'
import type { AskedModel } from './models.ts'

/** The conversation of a question, by its id or by the client's name of it; or what a new one goes on from. */
type ConversationRef = Pick<TurnRequest, 'conversationId' | 'conversationName' | 'branch'>

/** A chat, and what its client names it by. */
export interface NamedChat {
  readonly model: AskedModel
  readonly chat: ReceivedChat
  readonly user?: string | null | undefined
  /** The turn of `previous_response_id`. */
  readonly previousTurnId?: string | undefined
}

const NAMED_TURN = / turn (?<turnId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** The turn that the receipt of an answer names: the last one in its text. */
const turnIn = (answer: string): string | undefined => [...answer.matchAll(NAMED_TURN)].at(-1)?.groups?.turnId

/**
 * The conversation of a question: that of the previous response; the chat of Open WebUI; the one of the latest answer in the
 * history, whose receipt names its turn; otherwise a new one. Where the client leaves out receipts, the conversation is
 * named by its user and its first question. A turn that is not the latest of its conversation is where a new one goes on
 * from: the client has edited its history. The database is part of every name, so another model begins another conversation.
 *
 * @throws Problem `turn_not_found` if the caller sees no such previous response
 */
export const conversationOf = async (
  app: Pick<RouteParts, 'store'>,
  { req, caller }: Pick<Exchange, 'req' | 'caller'>,
  { model: { database, parts }, chat, user, previousTurnId }: NamedChat,
): Promise<ConversationRef> => {
  const conversationOfTurn = async (turnId: string): Promise<ConversationRef | undefined> => {
    const asked = await app.store.messages.find(caller, userMessageId(turnId))
    const found = asked && (await app.store.conversations.find(caller, asked.conversationId))
    if (asked === undefined || found === undefined) return undefined
    if (found.databaseId !== database.id) return {}
    const later = await app.store.messages.firstQuestionAfter(caller, found.id, asked.timestamp)
    return later === undefined ? { conversationId: found.id } : { branch: { conversationId: found.id, turnId } }
  }
  if (previousTurnId !== undefined) {
    const previous = await conversationOfTurn(previousTurnId)
    if (previous === undefined) throw new Problem('turn_not_found')
    return previous
  }
  const chatId = singleHeader(req, 'X-OpenWebUI-Chat-Id')
  if (chatId !== undefined && chatId !== '') return { conversationName: digestOf(['open-webui', database.id, chatId]) }
  const turnId = chat.answers.map(turnIn).find((id) => id !== undefined)
  const latest = turnId === undefined ? undefined : await conversationOfTurn(turnId)
  if (latest !== undefined) return latest
  return parts.receipt ? {} : { conversationName: digestOf(['history', database.id, user ?? null, chat.opening]) }
}

const NUMBER = /^\s*\(?(?<number>[1-9])[.)]?\s*$/

/** The choice whose number the question is, if the conversation ended with choices; otherwise the question. */
export const chosenQuestion = async (
  app: Pick<RouteParts, 'store'>,
  { caller }: Pick<Exchange, 'caller'>,
  question: string,
  { conversationId, conversationName }: ConversationRef,
): Promise<string> => {
  const number = NUMBER.exec(question)?.groups?.number
  const id = conversationName === undefined ? conversationId : namedConversationId(caller, conversationName)
  if (number === undefined || id == null) return question
  const context = await app.store.conversations.findContext(caller, id)
  return context?.offer?.choices[Number(number) - 1] ?? question
}
