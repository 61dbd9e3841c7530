import { failureOf, isRunning, newTurn, type TabletalkClient, TabletalkError, turnAfter } from '@tabletalk/client'
import { answerBlocks, endText, mrkdwn, plainText, section, tableBlocks } from './blocks.ts'
import { clientOf } from './caller.ts'
import {
  type MessagePlace,
  markPending,
  messagesOf,
  metadataOf,
  type ReplyData,
  type ThreadMessage,
  unmarkPending,
  type Workspace,
} from './thread.ts'

/** A question: a message of a user, or a reply of this app with the choice that a user pressed. */
export interface SlackQuestion extends MessagePlace {
  readonly user: string
  readonly text: string
}

/** Slack allows about 50 edits per minute. */
const EDIT_MS = 3_000
const WAITING = 'Working on it …'

/**
 * Answers a question in its thread. All of it may happen twice, also in two processes: the id of the message is the key of the
 * question, its reply is found by that id, and the name of a picture is that of its answer.
 */
export const answer = async (workspace: Workspace, question: SlackQuestion): Promise<void> => {
  const { slack } = workspace
  const { channel, ts: asked, thread, user } = question
  await markPending(workspace, question)
  const messages = await messagesOf(workspace, question)
  const put = async (data: ReplyData, text: string, ts: string | undefined, blocks = [section(text)]) => {
    const message = { channel, text, blocks, metadata: metadataOf(data) }
    if (ts !== undefined) await slack.chat.update({ ...message, ts })
    return ts ?? (await slack.chat.postMessage({ ...message, thread_ts: thread, unfurl_links: false })).ts
  }
  const conversation = conversationFor(question, messages)
  const data: ReplyData = { question: asked, user, asked_in: conversation }
  const known = replyTo(asked, messages)
  const ts = known?.ts ?? (await put(data, WAITING, undefined))
  let editedAt = Date.now()
  const show = async (text: string) => {
    // A complete answer is not replaced by its progress.
    if (Date.now() - editedAt < EDIT_MS || known?.data?.conversation !== undefined) return
    editedAt = Date.now()
    await put(data, mrkdwn(text), ts)
  }
  const client = clientOf(user)
  const turn = await ask(client, question, conversation, show)
  await put({ ...data, conversation: turn.conversationId ?? conversation }, endText(turn), ts, answerBlocks(turn))
  const posted = new Set(messages.flatMap(({ files }) => files))
  for (const [at, part] of turn.parts.entries()) {
    const title = mrkdwn(part.title ?? '')
    const further = `${asked}.${at}`
    const blocks = [section(title), ...tableBlocks(part)]
    if (at > 0) await put({ question: further }, title, replyTo(further, messages)?.ts, blocks)
    const filename = `${turn.messageId}.${at}.png`
    if (part.chart === undefined || part.chart.type === 'figure' || posted.has(filename)) continue
    const picture = await client.chart(turn.messageId ?? '', { format: 'png', part: at || undefined })
    const file = { filename, file: Buffer.from(await picture.arrayBuffer()), title: part.chart.title }
    await slack.files.uploadV2({ channel_id: channel, thread_ts: thread, alt_text: part.chart.alt, ...file })
  }
  await unmarkPending(workspace, question)
}

const replyTo = (question: string, messages: readonly ThreadMessage[]): ThreadMessage | undefined =>
  messages.find(({ data }) => data?.question === question)

/** Each user has a conversation in a thread. A question that is asked again must be asked as it was before. */
const conversationFor = ({ ts, user }: SlackQuestion, messages: readonly ThreadMessage[]): string => {
  const isEarlier = ({ ts: id, data }: ThreadMessage) => id <= ts && data?.user === user && data.conversation
  return replyTo(ts, messages)?.data?.asked_in ?? messages.findLast(isEarlier)?.data?.conversation ?? ''
}

/** Asks a question, or follows it if it was asked before. @returns its turn when it has ended */
const ask = async (
  client: TabletalkClient,
  { channel, ts, text }: SlackQuestion,
  conversation: string,
  show: (text: string) => Promise<void>,
) => {
  let turn = newTurn(ts, text)
  const asked =
    conversation === '' ? { database_id: process.env.TABLETALK_DATABASE } : { conversation_id: conversation }
  const options = { idempotencyKey: `slack-${channel}-${ts}`, reconnects: Number.POSITIVE_INFINITY }
  try {
    for await (const event of client.stream({ message: text, ...asked }, options)) {
      turn = turnAfter(turn, event)
      if (isRunning(turn)) await show(event.event === 'status' ? event.data.message : turn.text || WAITING)
    }
  } catch (error) {
    if (!(error instanceof TabletalkError)) throw error
    turn = { ...turn, state: 'failed', failure: failureOf(error) }
  }
  return turn
}

/** A choice that a user pressed. */
export interface PressedChoice extends SlackQuestion {
  readonly label: string
}

/** Replaces the buttons of a reply by the choice, and answers its question for the user who pressed it. */
export const choose = async (workspace: Workspace, { label, ...question }: PressedChoice): Promise<void> => {
  const { channel, ts, user, text: chosen } = question
  const reply = (await messagesOf(workspace, question)).find((message) => message.ts === ts)
  if (reply?.data === undefined || reply.data.chosen !== undefined) return
  await markPending(workspace, question)
  const text = `${reply.text}\n:point_right: ${mrkdwn(label)}`
  const metadata = metadataOf({ ...reply.data, chosen, chosen_by: user })
  await workspace.slack.chat.update({ channel, ts, text, blocks: [section(text)], metadata })
  await answer(workspace, question)
}

/** Answers a question that another process has left. */
export const resume = async (workspace: Workspace, place: MessagePlace): Promise<void> => {
  const { user, text, data } = (await messagesOf(workspace, place)).find(({ ts }) => ts === place.ts) ?? { text: '' }
  const asked = data === undefined ? { user, text: plainText(text) } : { user: data.chosen_by, text: data.chosen }
  if (!asked.user || !asked.text) return await unmarkPending(workspace, place)
  await answer(workspace, { ...place, user: asked.user, text: asked.text })
}
