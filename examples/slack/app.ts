import { App } from '@slack/bolt'
import { answer, choose, resume } from './answer.ts'
import { plainText } from './blocks.ts'
import { setting } from './caller.ts'
import { inOrder, pendingMessages, type Workspace } from './thread.ts'

const app = new App({
  token: setting('SLACK_BOT_TOKEN'),
  appToken: setting('SLACK_APP_TOKEN'),
  socketMode: true,
  clientOptions: { slackApiUrl: process.env.SLACK_API_URL ?? 'https://slack.com/api/' },
})
const { bot_id: botId, user_id: botUserId, team_id: teamId } = await app.client.auth.test()
const workspace: Workspace = { slack: app.client, botId, botUserId, teamId }

interface AskingMessage {
  readonly channel: string
  readonly ts: string
  readonly thread_ts?: string
  readonly user?: string
  /** The workspace of the user, which is another one for guests of a shared channel. */
  readonly user_team?: string
  readonly text?: string
}

const ask = async ({ channel, ts, thread_ts: thread = ts, user, user_team = teamId, text = '' }: AskingMessage) => {
  const question = plainText(text)
  if (user === undefined || user_team !== teamId || question === '') return
  const asked = { channel, thread, ts, user, text: question }
  await inOrder(asked, () => answer(workspace, asked))
}

app.event('app_mention', ({ event }) => ask(event))

app.message(async ({ message }) => {
  if (message.channel_type === 'im' && message.subtype === undefined) await ask(message)
})

app.action(/^choice_/, async ({ ack, body, action }) => {
  await ack()
  if (body.type !== 'block_actions' || action.type !== 'button' || !('text' in action)) return
  const { channel, message, user } = body
  const { value: text, text: label } = action
  if (!channel || !message || !text || (user.team_id ?? teamId) !== teamId) return
  const place = { channel: channel.id, thread: String(message.thread_ts ?? message.ts), ts: message.ts }
  await inOrder(place, () => choose(workspace, { ...place, user: user.id, text, label: label.text }))
})

// Listed before this process receives questions of its own.
const left = await pendingMessages(workspace)
await app.start()
for (const place of left) inOrder(place, () => resume(workspace, place)).catch((error: unknown) => console.error(error))
