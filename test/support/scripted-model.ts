import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One chat completion as the server got it. */
export interface ScriptedRequest {
  /** From 0. */
  readonly number: number
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: ScriptedRequestBody
  /** Settles when everything that the script has for this request is sent. */
  readonly replied: Promise<void>
  /** Settles when the connection ends; true when the client hung up before the reply was complete. */
  readonly hungUp: Promise<boolean>
}

export interface ScriptedRequestBody {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly response_format?: { readonly type: string }
  readonly [key: string]: unknown
}

/** What the server does with one request; `{ text }` alone is a model that behaves. */
export interface ScriptedReply {
  /** The answer, streamed in pieces when the request asks for it. */
  readonly text?: string
  /** Sent before the answer, as `reasoning_content`; a list of pieces in a chunk each. */
  readonly reasoning?: string | readonly string[]
  /** Sends the answer as the arguments of a tool call. */
  readonly asToolCall?: boolean
  readonly pieceLength?: number
  readonly pauseMs?: number
  /** Nothing is sent before this is settled. */
  readonly after?: Promise<unknown>
  /** Its last piece is sent when this is settled. */
  readonly lastAfter?: Promise<unknown>
  /** Where the token counts go: in a chunk of their own when asked for (default), or somewhere else. */
  readonly usage?: 'own-chunk' | 'last-choice' | 'every-chunk' | 'none'
  readonly inputTokens?: number
  /** Of those, how many the server says it had in its cache; it says nothing of them unless set. */
  readonly cachedTokens?: number
  readonly outputTokens?: number
  /** False: no delta says `role`. */
  readonly role?: boolean
  /** Null: it is never sent. */
  readonly finish?: string | null
  /** What happens after the text: the protocol's end (default), silence, a connection that is cut, or a plain end of the body. */
  readonly end?: 'done' | 'hang' | 'cut' | 'stop'
  /** True: one JSON object although a stream was asked for. */
  readonly unstreamed?: boolean
  /** A status other than 200 sends `body` as it is. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly contentType?: string
  /** True: not even headers. */
  readonly silent?: boolean
}

export type Script = readonly ScriptedReply[] | ((request: ScriptedRequest) => ScriptedReply)

export interface ScriptedModel {
  /** For `OPENAI_BASE_URL`. */
  readonly baseUrl: string
  readonly requests: readonly ScriptedRequest[]
  close(): Promise<void>
}

/**
 * An OpenAI-compatible server, on loopback by default, that answers by script: a list (one reply a request, in order; 500 when it
 * is used up) or a function, which can tell planner and composer calls apart by their messages.
 *
 * @param at the port for a server that comes back where it was (any free one otherwise), the address that it listens on
 */
export const startScriptedModel = async (
  script: Script,
  { port: fixedPort = 0, host = '127.0.0.1' }: { readonly port?: number; readonly host?: string } = {},
): Promise<ScriptedModel> => {
  const requests: ScriptedRequest[] = []
  const server = createServer((incoming, response) => {
    void readBody(incoming).then(async (text) => {
      const replied = Promise.withResolvers<void>()
      const request: ScriptedRequest = {
        number: requests.length,
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: { model: '', messages: [], ...(text.startsWith('{') ? JSON.parse(text) : {}) },
        replied: replied.promise,
        hungUp: new Promise((resolve) => response.once('close', () => resolve(!response.writableFinished))),
      }
      requests.push(request)
      const reply = typeof script === 'function' ? script(request) : script[request.number]
      await send(reply ?? serverError(500, 'nothing left in the script'), request, response)
      replied.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(fixedPort, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A model that behaves and sends this object. */
export const json = (value: unknown, more: ScriptedReply = {}): ScriptedReply => ({
  text: JSON.stringify(value),
  ...more,
})

export const fenced = (value: unknown): ScriptedReply => ({
  text: `Here is the query:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\nLet me know!`,
})

export const thinking = (value: unknown): ScriptedReply => ({
  text: `<think>\nThe user wants {"mode": "chat"}… no.\n</think>\n\n${JSON.stringify(value)}`,
})

/** Ran into its token limit half-way. */
export const truncated = (value: unknown): ScriptedReply => {
  const text = JSON.stringify(value)
  return { text: text.slice(0, Math.floor(text.length / 2)), finish: 'length' }
}

export const tooManyRequests = (headers: Readonly<Record<string, string>> = { 'retry-after': '3' }): ScriptedReply => ({
  status: 429,
  headers,
  body: JSON.stringify({ error: { message: 'Rate limit reached for org-secret', type: 'tokens', code: null } }),
})

export const serverError = (status = 500, message = 'upstream at 10.0.0.7 exploded'): ScriptedReply => ({
  status,
  body: JSON.stringify({ error: { message, type: 'server_error' } }),
})

export const rejected = (message: string, param: string | null = null): ScriptedReply => ({
  status: 400,
  body: JSON.stringify({ error: { message, type: 'invalid_request_error', param, code: null } }),
})

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

const send = async (reply: ScriptedReply, request: ScriptedRequest, response: ServerResponse): Promise<void> => {
  if (reply.silent === true) return
  await reply.after
  const status = reply.status ?? 200
  if (status !== 200 || reply.body !== undefined) {
    response.writeHead(status, { 'content-type': reply.contentType ?? 'application/json', ...reply.headers })
    response.end(reply.body ?? '')
    return
  }
  if (request.body.stream !== true || reply.unstreamed === true) return sendWhole(reply, response)
  response.writeHead(200, { 'content-type': reply.contentType ?? 'text/event-stream; charset=utf-8', ...reply.headers })
  const chunks = [...chunksOf(reply, request)]
  const last = chunks.findLastIndex((chunk) => 'choices' in chunk && JSON.stringify(chunk).includes('"content"'))
  for (const [index, chunk] of chunks.entries()) {
    if (index === last) await reply.lastAfter
    if (response.destroyed) return
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    if (reply.pauseMs !== undefined) await sleep(reply.pauseMs)
  }
  if (reply.end === 'hang') return
  if (reply.end === 'cut') {
    // Without the end of the body; a reset might overtake what was sent.
    response.socket?.destroySoon()
    return
  }
  response.end(reply.end === 'stop' ? '' : 'data: [DONE]\n\n')
}

const usageOf = (reply: ScriptedReply) => ({
  prompt_tokens: reply.inputTokens ?? 100,
  completion_tokens: reply.outputTokens ?? 20,
  total_tokens: (reply.inputTokens ?? 100) + (reply.outputTokens ?? 20),
  ...(reply.cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: reply.cachedTokens } }),
})

const base = (object: string) => ({ id: 'chatcmpl-1', object, created: 1_700_000_000, model: 'scripted' })

const sendWhole = (reply: ScriptedReply, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': reply.contentType ?? 'application/json', ...reply.headers })
  const call = { id: 'call_1', type: 'function', function: { name: 'answer', arguments: reply.text } }
  const message =
    reply.asToolCall === true
      ? { role: 'assistant', content: null, tool_calls: [call] }
      : { role: 'assistant', content: reply.text ?? '' }
  const choice = { index: 0, message, finish_reason: reply.finish === undefined ? 'stop' : reply.finish }
  const counts = reply.usage === 'none' ? {} : { usage: usageOf(reply) }
  response.end(JSON.stringify({ ...base('chat.completion'), choices: [choice], ...counts }))
}

function* chunksOf(reply: ScriptedReply, request: ScriptedRequest): Generator<object> {
  const head = base('chat.completion.chunk')
  const everywhere = reply.usage === 'every-chunk' ? { usage: usageOf(reply) } : {}
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...everywhere,
  })
  if (reply.role !== false) yield chunk({ role: 'assistant', content: '' })
  for (const piece of [reply.reasoning ?? []].flat()) yield chunk({ reasoning_content: piece })
  let first = true
  for (const piece of pieces(reply.text ?? '', reply.pieceLength ?? 7)) {
    yield chunk(reply.asToolCall === true ? { tool_calls: [toolPiece(piece, first)] } : { content: piece })
    first = false
  }
  if (reply.end === 'hang' || reply.end === 'cut' || reply.end === 'stop') return
  const withLast = reply.usage === 'last-choice' ? { usage: usageOf(reply) } : {}
  if (reply.finish !== null) yield { ...chunk({}, reply.finish ?? 'stop'), ...withLast }
  const asked = request.body.stream_options?.include_usage === true
  if ((reply.usage ?? 'own-chunk') === 'own-chunk' && asked) yield { ...head, choices: [], usage: usageOf(reply) }
}

const toolPiece = (piece: string, first: boolean) =>
  first
    ? { index: 0, id: 'call_1', type: 'function', function: { name: 'answer', arguments: piece } }
    : { index: 0, function: { arguments: piece } }

/** Cut by UTF-16 units, as models do: a piece may end inside a word. */
const pieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
