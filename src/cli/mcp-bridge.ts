import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import type { Service } from './chat/service-client.ts'
import { unreachableReason } from './unreachable.ts'

const text = z.string().optional().catch(undefined)
const id = z.union([z.string(), z.number()]).optional().catch(undefined)

/** The fields of a message that its HTTP request repeats in headers (MCP, SEP-2243). What is no text is for the service to refuse. */
const Sent = z.object({
  id,
  method: text,
  params: z
    .object({
      name: text,
      uri: text,
      taskId: text,
      requestId: id,
      _meta: z.object({ 'io.modelcontextprotocol/protocolVersion': text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

const Initialized = z.object({ result: z.object({ protocolVersion: z.string() }) })

/** Server error of JSON-RPC 2.0 (section 5.1). */
const SERVER_ERROR = -32_000

/**
 * Passes the messages of a client on to the service, each in a request of its own, and the replies back. It changes no message,
 * so both speak the same revision. A request without a reply is answered with an error.
 *
 * @returns aborts all requests
 */
export const bridge = (client: Transport, service: Service): { close(): void } => {
  const running = new Map<string | number, AbortController>()
  const all = new AbortController()
  let version: string | undefined

  const fail = async (id: string | number, message: string): Promise<void> =>
    await client.send({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } })

  const pass = async (message: JSONRPCMessage): Promise<void> => {
    const { id, method, params = {} } = Sent.parse(message)
    if (method === 'notifications/cancelled' && params.requestId !== undefined) {
      running.get(params.requestId)?.abort()
      return
    }
    const own = new AbortController()
    if (id !== undefined) running.set(id, own)
    const signal = AbortSignal.any([own.signal, all.signal])
    try {
      const revision = params._meta?.['io.modelcontextprotocol/protocolVersion'] ?? version
      const name = params.name ?? params.uri ?? params.taskId
      const response = await fetch(`${service.baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          ...headersOf(service),
          ...(revision === undefined ? {} : { 'MCP-Protocol-Version': revision }),
          ...(method === undefined ? {} : { 'Mcp-Method': encodedHeader(method) }),
          ...(name === undefined ? {} : { 'Mcp-Name': encodedHeader(name) }),
        },
        body: JSON.stringify(message),
        signal,
      })
      let isReplied = false
      for await (const received of messagesOf(response)) {
        isReplied = true
        version = Initialized.safeParse(received).data?.result.protocolVersion ?? version
        await client.send(Message.parse(withId(received, id)))
      }
      if (id !== undefined && !isReplied) await fail(id, `The service sent no reply (status ${response.status}).`)
    } catch (error) {
      if (id === undefined || signal.aborted) return
      await fail(
        id,
        `Tabletalk cannot be reached at ${service.baseUrl}: ${unreachableReason(error)}. ${service.advice}`,
      )
    } finally {
      if (id !== undefined) running.delete(id)
    }
  }
  client.onmessage = (message) => void pass(message)
  return { close: () => all.abort() }
}

const headersOf = ({ apiKey, tenantId, scopeId }: Service): Record<string, string> => ({
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
  ...(tenantId === undefined ? {} : { 'X-Tenant-Id': tenantId }),
  ...(scopeId === undefined ? {} : { 'X-Scope-Id': scopeId }),
})

/** A value that is no plain header, as the specification of `Mcp-Name` encodes it. */
const encodedHeader = (value: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`

async function* messagesOf(response: Response): AsyncGenerator<unknown> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream') === true && response.body !== null) {
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { data } of events) if (data !== '') yield JSON.parse(data)
    return
  }
  const text = await response.text()
  if (text !== '') yield JSON.parse(text)
}

const Refused = z.looseObject({ id: z.null() })

/** What is refused before a message is read has no id: it is the reply to this message. */
const withId = (message: unknown, id: string | number | undefined): unknown => {
  const refused = Refused.safeParse(message).data
  return refused === undefined || id === undefined ? message : { ...refused, id }
}

const Message = z.custom<JSONRPCMessage>((value) => typeof value === 'object' && value !== null && 'jsonrpc' in value)
