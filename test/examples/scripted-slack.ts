import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { waitFor } from '../support/wait-for.ts'

type Fields = Readonly<Record<string, unknown>>

/** A message as Slack keeps it. */
export interface SlackMessage {
  readonly ts: string
  readonly thread_ts?: string
  readonly text: string
  readonly user?: string
  readonly user_team?: string
  readonly bot_id?: string
  readonly blocks?: readonly (Fields & { readonly type: string })[]
  readonly metadata?: { readonly event_type: string; readonly event_payload: Readonly<Record<string, string>> }
  readonly files?: readonly (Fields & { readonly name: string })[]
  readonly reactions: readonly { readonly name: string; readonly users: readonly string[] }[]
}

/** A workspace with one channel: the methods of the Web API that the app calls, and socket mode. */
export interface ScriptedSlack {
  readonly apiUrl: string
  /** Called methods with their arguments, in order. */
  readonly calls: readonly { readonly method: string; readonly args: Fields }[]
  /** The pictures that were uploaded. */
  readonly uploads: readonly Buffer[]
  /** Waits until as many app processes are connected. */
  connected(count: number): Promise<void>
  /** A user writes a message. @returns its id */
  write(
    text: string,
    message?: { readonly user?: string; readonly userTeam?: string; readonly thread?: string },
  ): string
  /** Delivers a message as an event to one of the connected processes, and waits until it is acknowledged. */
  deliver(ts: string, process?: number, retry?: number): Promise<void>
  /** A user presses a button of a message. */
  press(ts: string, button: Fields, user?: string): Promise<void>
  /** The messages of a thread after its first one. */
  replies(thread: string): readonly SlackMessage[]
  message(ts: string): SlackMessage
  close(): Promise<void>
}

export const CHANNEL = 'C1'
const [BOT, BOT_USER, TEAM] = ['B1', 'UBOT', 'T1']

/** The scopes of the methods. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history', 'metadata.message:read'],
  'reactions.add': ['reactions:write'],
  'reactions.remove': ['reactions:write'],
  'reactions.list': ['reactions:read'],
  'files.getUploadURLExternal': ['files:write'],
  'files.completeUploadExternal': ['files:write'],
}

/** @param scopes the scopes of the app; methods without theirs are refused */
export const scriptedSlack = async (scopes: readonly string[]): Promise<ScriptedSlack> => {
  const messages = new Map<string, SlackMessage>()
  const calls: { readonly method: string; readonly args: Fields }[] = []
  const uploads: Buffer[] = []
  const sockets: WebSocket[] = []
  const acknowledged = new Set<string>()
  let clock = 1_700_000_000
  const nextTs = () => `${++clock}.000100`
  const found = (ts: unknown): SlackMessage => {
    const message = messages.get(String(ts))
    if (message === undefined) throw new Error('message_not_found')
    return message
  }
  const put = (message: SlackMessage) => {
    messages.set(message.ts, message)
    return message.ts
  }

  const methods: Readonly<Record<string, (args: Fields) => Fields>> = {
    'auth.test': () => ({ bot_id: BOT, user_id: BOT_USER, team_id: TEAM }),
    'apps.connections.open': () => ({ url: `ws://127.0.0.1:${port()}/socket` }),
    'chat.postMessage': ({ channel: _, ...message }) => ({
      ts: put({ reactions: [], bot_id: BOT, user: BOT_USER, text: '', ...message, ts: nextTs() }),
    }),
    'chat.update': ({ channel: _, ...message }) => ({ ts: put({ ...found(message.ts), ...message }) }),
    'conversations.replies': ({ ts }) => ({ messages: [found(ts), ...repliesOf(String(ts))] }),
    'reactions.add': ({ timestamp, name }) => {
      const message = found(timestamp)
      if (message.reactions.some((one) => one.name === name)) throw new Error('already_reacted')
      put({ ...message, reactions: [...message.reactions, { name: String(name), users: [BOT_USER] }] })
      return {}
    },
    'reactions.remove': ({ timestamp, name }) => {
      const message = found(timestamp)
      put({ ...message, reactions: message.reactions.filter((one) => one.name !== name) })
      return {}
    },
    'reactions.list': () => {
      const marked = [...messages.values()].filter(({ reactions }) => reactions.length > 0)
      // Without metadata, as in Slack.
      return { items: marked.map(({ metadata: _, ...message }) => ({ type: 'message', channel: CHANNEL, message })) }
    },
    'files.getUploadURLExternal': (args) => {
      const file_id = `F${files.length}`
      files.push({ id: file_id, name: String(args.filename), ...args })
      return { file_id, upload_url: `${origin()}/upload` }
    },
    'files.completeUploadExternal': ({ thread_ts, files: done }) => {
      const shared = files.filter(({ id }) => JSON.stringify(done).includes(`"${id}"`))
      put({ ts: nextTs(), thread_ts: String(thread_ts), text: '', bot_id: BOT, reactions: [], files: shared })
      return { files: shared }
    },
  }
  const files: (Fields & { readonly id: string; readonly name: string })[] = []
  const repliesOf = (thread: string) => [...messages.values()].filter(({ thread_ts }) => thread_ts === thread)

  const server = createServer(async (req, res) => {
    const body = await buffer(req)
    const answered = (fields: Fields) => {
      res.writeHead(200, { 'Content-Type': 'application/json' })
      res.end(JSON.stringify({ ok: true, ...fields }))
    }
    const method = (req.url ?? '').replace(/^\/api\//, '')
    if (method === '/upload') {
      uploads.push(body)
      return answered({})
    }
    const args = argumentsOf(req, body)
    calls.push({ method, args })
    try {
      const act = methods[method]
      if (act === undefined) throw new Error('unknown_method')
      if (SCOPES[method]?.some((scope) => !scopes.includes(scope))) throw new Error('missing_scope')
      answered(act(args))
    } catch (error) {
      answered({ ok: false, error: error instanceof Error ? error.message : 'unknown' })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = () => (server.address() as AddressInfo).port
  const origin = () => `http://127.0.0.1:${port()}`
  const socketServer = new WebSocketServer({ server })
  socketServer.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => void acknowledged.add(JSON.parse(data.toString()).envelope_id))
    socket.on('close', () => void sockets.splice(sockets.indexOf(socket), 1))
    socket.send(JSON.stringify({ type: 'hello', num_connections: sockets.length }))
  })
  const send = async (type: string, payload: Fields, process: number, more: Fields = {}) => {
    const envelope_id = randomUUID()
    sockets[process]?.send(JSON.stringify({ envelope_id, type, payload, accepts_response_payload: false, ...more }))
    await waitFor('the acknowledgement', async () => acknowledged.has(envelope_id))
  }

  return {
    apiUrl: `${origin()}/api/`,
    calls,
    uploads,
    connected: async (count) => void (await waitFor('the connections', async () => sockets.length === count)),
    write: (text, { user = 'U1', userTeam = TEAM, thread } = {}) =>
      put({ ts: nextTs(), text, user, user_team: userTeam, reactions: [], ...(thread && { thread_ts: thread }) }),
    async deliver(ts, process = 0, retry = 0) {
      const { reactions: _, ...message } = found(ts)
      const type = message.text.includes(`<@${BOT_USER}>`) ? 'app_mention' : 'message'
      const event = { ...message, type, channel: CHANNEL, channel_type: 'im', event_ts: ts, team: TEAM }
      const payload = { type: 'event_callback', team_id: TEAM, api_app_id: 'A1', event, event_id: `Ev${ts}` }
      const again = retry === 0 ? {} : { retry_attempt: retry, retry_reason: 'timeout' }
      await send('events_api', payload, process, again)
    },
    async press(ts, button, user = 'U1') {
      const { reactions: _, metadata: __, ...message } = found(ts)
      const of = { team: { id: TEAM }, user: { id: user, team_id: TEAM }, channel: { id: CHANNEL } }
      const actions = [{ ...button, block_id: 'b', action_ts: nextTs() }]
      await send('interactive', { type: 'block_actions', ...of, message: { type: 'message', ...message }, actions }, 0)
    },
    replies: repliesOf,
    message: found,
    async close() {
      socketServer.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The arguments of a call: a form, whose structured values are JSON. */
const argumentsOf = (req: IncomingMessage, body: Buffer): Fields => {
  const isJson = req.headers['content-type']?.includes('json') ?? false
  if (isJson) return JSON.parse(body.toString())
  const fields = [...new URLSearchParams(body.toString())]
  return Object.fromEntries(fields.map(([name, value]) => [name, /^[[{]/.test(value) ? JSON.parse(value) : value]))
}
