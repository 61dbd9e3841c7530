import type { Json } from '../json.ts'

/** One stored message (specification, item of `GET /api/v1/chat/history`). */
export interface Message {
  readonly id: string
  readonly conversationId: string
  readonly content: string
  readonly sender: Sender
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly type: 'text'
  /** Empty for user messages. */
  readonly metadata: { readonly [key: string]: Json }
}

export type Sender = 'USER' | 'ASSISTANT'

/** Messages of a turn have ids made from the turn's, so that storing one twice is storing it once. */
export const userMessageId = (turnId: string): string => `${turnId}.user`
export const assistantMessageId = (turnId: string): string => `${turnId}.assistant`
