import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a scripted server does with one request; `{ text }` alone is a model that behaves. */
export interface ProtocolReply {
  readonly text?: string
  /** `declined`: by the model or the filter of its provider; `blocked`: because of the prompt, where a provider says so. */
  readonly finish?: 'stop' | 'length' | 'declined' | 'blocked'
  readonly inputTokens?: number
  /** Of those, how many were in the cache. */
  readonly cachedTokens?: number
  readonly outputTokens?: number
  /** Output tokens that were thoughts, where a provider tells them apart. */
  readonly thoughtTokens?: number
  /** The last chunk is sent when this is settled. */
  readonly lastAfter?: Promise<unknown>
  /** After the text: the connection is cut, nothing more is sent, or an error of the protocol. */
  readonly end?: 'cut' | 'hang' | 'error'
  /** True: not even headers. */
  readonly silent?: boolean
  /** Another status than 200, with `body`. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface ProtocolRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
  /** Settles when the connection ends; true when the client hung up before the reply was complete. */
  readonly hungUp: Promise<boolean>
}

/** How a provider's server speaks. */
export interface Protocol {
  readonly contentType: string
  /** Why the real server would refuse the request, as it would say so. */
  refusal(request: ProtocolRequest): ProtocolReply | undefined
  /** The chunks of a reply as they go over the wire; `end: 'error'` is its last one. */
  frames(reply: ProtocolReply, request: ProtocolRequest): readonly string[]
}

export interface ProtocolServer {
  readonly url: string
  readonly requests: readonly ProtocolRequest[]
  close(): Promise<void>
}

export type ProtocolScript = readonly ProtocolReply[] | ((request: ProtocolRequest, number: number) => ProtocolReply)

const PIECE_LENGTH = 7

/** Cut by UTF-16 units, as models do: a piece may end inside a word. */
export const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE_LENGTH) }, (_, at) =>
    text.slice(at * PIECE_LENGTH, (at + 1) * PIECE_LENGTH),
  )

/** A server of one protocol that refuses what the real one refuses, and otherwise answers by script. */
export const startProtocolServer = async (protocol: Protocol, script: ProtocolScript): Promise<ProtocolServer> => {
  const requests: ProtocolRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = await requestOf(incoming, response)
    const number = requests.push(request) - 1
    const scripted = typeof script === 'function' ? script(request, number) : script[number]
    const reply = protocol.refusal(request) ??
      scripted ?? { status: 500, body: { error: 'nothing left in the script' } }
    await send(protocol, reply, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const requestOf = async (incoming: IncomingMessage, response: ServerResponse): Promise<ProtocolRequest> => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  return {
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: JSON.parse(Buffer.concat(parts).toString('utf8') || '{}'),
    hungUp: new Promise((resolve) => response.once('close', () => resolve(!response.writableFinished))),
  }
}

const send = async (
  protocol: Protocol,
  reply: ProtocolReply,
  request: ProtocolRequest,
  response: ServerResponse,
): Promise<void> => {
  if (reply.silent === true) return
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body ?? {}))
    return
  }
  response.writeHead(200, { 'content-type': protocol.contentType })
  const frames = protocol.frames(reply, request)
  for (const frame of frames.slice(0, -1)) response.write(frame)
  await reply.lastAfter
  response.write(frames.at(-1) ?? '')
  if (reply.end === 'hang') return
  // Without the end of the body; a reset might overtake what was sent.
  if (reply.end === 'cut') response.socket?.destroySoon()
  else response.end()
}
