import type { Json } from '../../../platform/values/json.ts'

/** One stored message (specification, item of `GET /api/v1/chat/history`). */
export interface Message {
  readonly id: string
  readonly conversationId: string
  readonly content: string
  readonly sender: Sender
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly type: 'text'
  /** Empty for questions; of an appended message, what came with it. */
  readonly metadata: { readonly [key: string]: Json }
}

/** Roles of messages that are appended (specification, Appended message request); history shows them in capitals. */
export const ROLES = ['user', 'assistant', 'system', 'tool'] as const

export type Role = (typeof ROLES)[number]

export type Sender = Uppercase<Role>

const SENDERS = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' } as const satisfies {
  readonly [Key in Role]: Uppercase<Key>
}

export const senderOf = (role: Role): Sender => SENDERS[role]

const ANSWER = '.assistant'

/** Messages of a turn have ids made from the turn's, so that storing one twice is storing it once. */
export const userMessageId = (turnId: string): string => `${turnId}.user`
export const assistantMessageId = (turnId: string): string => `${turnId}${ANSWER}`

/** The turn that a message is the answer of, if it is one. */
export const turnOfAnswer = (messageId: string): string | undefined =>
  messageId.endsWith(ANSWER) ? messageId.slice(0, -ANSWER.length) : undefined

/** The turn that a message is the question or the answer of, if it is one. */
export const turnOfMessage = (messageId: string): string | undefined =>
  turnOfAnswer(messageId) ?? QUESTION.exec(messageId)?.groups?.turnId

const QUESTION = /^(?<turnId>.+)\.user$/

/** Turns whose question is among these messages of a conversation, and whose answer is not. */
export const unansweredTurns = (messages: readonly Pick<Message, 'id'>[]): readonly string[] => {
  const ids = new Set(messages.map(({ id }) => id))
  const asked = messages.flatMap(({ id }) => QUESTION.exec(id)?.groups?.turnId ?? [])
  return asked.filter((turnId) => !ids.has(assistantMessageId(turnId)))
}
