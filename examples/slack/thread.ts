import type { webApi } from '@slack/bolt'

/** The app in its workspace, as of `auth.test`. */
export interface Workspace {
  readonly slack: webApi.WebClient
  readonly botId: string | undefined
  readonly botUserId: string | undefined
  readonly teamId: string | undefined
}

/** A message in a thread. `ts` is its id; the id of a thread is that of its first message. */
export interface MessagePlace {
  readonly channel: string
  readonly thread: string
  readonly ts: string
}

/** What the app stores in the metadata of its replies, so that each process can continue after another one. */
export interface ReplyData {
  /** Of the message with the question. */
  readonly question?: string | undefined
  readonly user?: string | undefined
  /** The conversation in which the question was asked; empty if it has started one. */
  readonly asked_in?: string | undefined
  /** The conversation of the answer. */
  readonly conversation?: string | undefined
  /** The question of the choice that was pressed, and the user who pressed it. */
  readonly chosen?: string | undefined
  readonly chosen_by?: string | undefined
}

/** A message of a thread. `data` is undefined if it is not a reply of this app. */
export interface ThreadMessage {
  readonly ts: string
  readonly user: string | undefined
  readonly text: string
  readonly files: readonly (string | undefined)[]
  readonly data: ReplyData | undefined
}

const EVENT_TYPE = 'tabletalk_reply'

export const metadataOf = (data: ReplyData) => ({
  event_type: EVENT_TYPE,
  event_payload: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
})

/** The messages of a thread, oldest first. */
export const messagesOf = async (
  { slack, botId }: Workspace,
  { channel, thread }: Pick<MessagePlace, 'channel' | 'thread'>,
): Promise<readonly ThreadMessage[]> => {
  const messages: ThreadMessage[] = []
  for (let next = {}; ; ) {
    const asked = { channel, ts: thread, include_all_metadata: true, limit: 200, ...next }
    const page = await slack.conversations.replies(asked)
    for (const { ts = '', user, text = '', bot_id, files = [], metadata } of page.messages ?? []) {
      // Another app can send metadata of the same type.
      const isOwn = bot_id !== undefined && bot_id === botId && metadata?.event_type === EVENT_TYPE
      const data = isOwn ? { ...metadata.event_payload } : undefined
      messages.push({ ts, user, text, files: files.map(({ name }) => name), data })
    }
    const cursor = page.response_metadata?.next_cursor
    if (!cursor) return messages
    next = { cursor }
  }
}

/** The reaction on messages whose question has no complete answer yet. */
const PENDING = 'hourglass_flowing_sand'

export const markPending = ({ slack }: Workspace, { channel, ts: timestamp }: MessagePlace): Promise<void> =>
  ignoring('already_reacted', slack.reactions.add({ channel, timestamp, name: PENDING }))

export const unmarkPending = ({ slack }: Workspace, { channel, ts: timestamp }: MessagePlace): Promise<void> =>
  ignoring('no_reaction', slack.reactions.remove({ channel, timestamp, name: PENDING }))

const ignoring = async (code: string, call: Promise<unknown>): Promise<void> => {
  await call.catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes(code)) throw error
  })
}

/** Messages that a process has left with a question without a complete answer. */
export const pendingMessages = async ({ slack, botUserId = '' }: Workspace): Promise<readonly MessagePlace[]> => {
  const places: MessagePlace[] = []
  for (let next = {}; ; ) {
    const page = await slack.reactions.list({ limit: 100, ...next })
    for (const { channel, message: { ts, thread_ts: thread = ts, reactions = [] } = {} } of page.items ?? []) {
      const isPending = reactions.some(({ name, users }) => name === PENDING && users?.includes(botUserId))
      if (isPending && channel && ts && thread) places.push({ channel, ts, thread })
    }
    const cursor = page.response_metadata?.next_cursor
    if (!cursor) return places
    next = { cursor }
  }
}

const tails = new Map<string, Promise<void>>()

/** Does the work of a thread in order: a question waits for the conversation of the one before it. */
export const inOrder = async ({ thread }: MessagePlace, work: () => Promise<void>): Promise<void> => {
  const tail = (tails.get(thread) ?? Promise.resolve()).catch(() => undefined).then(work)
  tails.set(thread, tail)
  await tail.finally(() => {
    if (tails.get(thread) === tail) tails.delete(thread)
  })
}
