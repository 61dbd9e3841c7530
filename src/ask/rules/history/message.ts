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
  /** Empty for questions; for an appended message, the metadata sent with it. */
  readonly metadata: { readonly [key: string]: Json }
}

/** Roles of appended messages (specification, Appended message request); history returns them in capitals. */
export const ROLES = ['user', 'assistant', 'system', 'tool'] as const

type Role = (typeof ROLES)[number]

type Sender = Uppercase<Role>

const SENDERS = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' } as const satisfies {
  readonly [Key in Role]: Uppercase<Key>
}

export const senderOf = (role: Role): Sender => SENDERS[role]

const ANSWER = '.assistant'

/** Ids of the messages of a turn derive from the turn's id, which makes storing them idempotent. */
export const userMessageId = (turnId: string): string => `${turnId}.user`
export const assistantMessageId = (turnId: string): string => `${turnId}${ANSWER}`

/** The turn that this message answers, if any. */
export const turnOfAnswer = (messageId: string): string | undefined =>
  messageId.endsWith(ANSWER) ? messageId.slice(0, -ANSWER.length) : undefined

/** The turn whose question or answer this message is, if any. */
export const turnOfMessage = (messageId: string): string | undefined =>
  turnOfAnswer(messageId) ?? QUESTION.exec(messageId)?.groups?.turnId

const QUESTION = /^(?<turnId>.+)\.user$/

/** Turns with a question but no answer among these messages of a conversation. */
export const unansweredTurns = (messages: readonly Pick<Message, 'id'>[]): readonly string[] => {
  const ids = new Set(messages.map(({ id }) => id))
  const asked = messages.flatMap(({ id }) => QUESTION.exec(id)?.groups?.turnId ?? [])
  return asked.filter((turnId) => !ids.has(assistantMessageId(turnId)))
}
