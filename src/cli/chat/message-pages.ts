import { z } from 'zod'
import { type ApiCall, callForData } from './call-api.ts'
import type { ChatTarget } from './chat-target.ts'

export const Conversation = z.looseObject({
  id: z.string(),
  title: z.string(),
  messageCount: z.number(),
  lastMessageAt: z.string(),
})

export const Message = z.looseObject({
  id: z.string(),
  content: z.string(),
  sender: z.string(),
  timestamp: z.string(),
  metadata: z.looseObject({}).catch({}),
})

export type Message = z.infer<typeof Message>

const Cursor = z.object({ cursor: z.string(), hasMore: z.boolean() })
const Conversations = Cursor.extend({ conversations: z.array(Conversation) }).transform(
  ({ conversations: items, ...page }) => ({ ...page, items }),
)
const Messages = Cursor.extend({ messages: z.array(Message) }).transform(({ messages: items, ...page }) => ({
  ...page,
  items,
}))

/** A part of a list, latest first, and what asks for the next part. */
export interface Listing<Item> {
  readonly items: readonly Item[]
  readonly cursor: string
  readonly hasMore: boolean
}

export interface Wanted {
  /** Of items; undefined: as many as the service gives at once. */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** What one answer may hold (specification, Limits). */
const CONVERSATIONS_MAX = 100
const MESSAGES_MAX = 200

/** Conversations of the scope, latest first. @throws as `callApi` */
export const conversationsOf = (target: ChatTarget, wanted: Wanted): Promise<Listing<z.infer<typeof Conversation>>> =>
  collected(wanted, CONVERSATIONS_MAX, (query) =>
    callForData(target, withScope(target, { path: '/chat/conversations', query }), Conversations),
  )

/** Messages of a conversation, latest first. @throws as `callApi` */
export const messagesOf = (target: ChatTarget, conversation: string, wanted: Wanted): Promise<Listing<Message>> =>
  collected(wanted, MESSAGES_MAX, (query) =>
    callForData(
      target,
      withScope(target, { path: '/chat/history', query: { ...query, conversation_id: conversation } }),
      Messages,
    ),
  )

/** What was asked without a scope is filed under `default`, and read under that name. */
const withScope = (target: ChatTarget, call: ApiCall): ApiCall =>
  target.headers['X-Scope-Id'] === undefined ? { ...call, headers: { 'X-Scope-Id': 'default' } } : call

type Query = Readonly<Record<'limit' | 'cursor', string | undefined>>

/** As many items as are wanted, over as many answers as that takes. */
const collected = async <Item>(
  { limit, cursor: from }: Wanted,
  atOnceMax: number,
  page: (query: Query) => Promise<Listing<Item>>,
): Promise<Listing<Item>> => {
  const items: Item[] = []
  for (let cursor = from; ; ) {
    const left = limit === undefined ? undefined : String(Math.min(atOnceMax, limit - items.length))
    const next = await page({ limit: left, cursor })
    items.push(...next.items)
    const isEnough = limit === undefined || items.length >= limit || next.items.length === 0
    if (isEnough || !next.hasMore) return { items, cursor: next.cursor, hasMore: next.hasMore }
    cursor = next.cursor
  }
}
