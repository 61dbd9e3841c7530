import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Certificate } from './certificates.ts'
import { waitFor } from './wait-for.ts'

/** A request as its receiver got it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: ReturnType<typeof JSON.parse>
}

/** How a request is answered: a status, or a function that writes the response. */
export type Answer = number | ((response: ServerResponse, request: IncomingMessage) => void)

/** A server of a customer, on loopback. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** From now on. */
  answer(answer: Answer): void
  /** Waits for so many requests in all. */
  had(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

export interface ReceiverOptions {
  readonly host?: string
  readonly port?: number
  readonly certificate?: Certificate
}

export const startReceiver = async (
  first: Answer = 204,
  { host = '127.0.0.1', port = 0, certificate }: ReceiverOptions = {},
): Promise<Receiver> => {
  const received: Received[] = []
  let answering = first
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
      )
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers,
        text,
        body: text === '' ? undefined : JSON.parse(text),
      })
      if (typeof answering === 'number') response.writeHead(answering).end()
      else answering(response, request)
    })
  }
  const server: Server = certificate === undefined ? createServer(onRequest) : createTlsServer(certificate, onRequest)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = addressOf(server)
  const scheme = certificate === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}/hook`,
    port: address.port,
    received,
    answer(answer) {
      answering = answer
    },
    async had(count) {
      return await waitFor(`${count} requests`, async () => received.length >= count && received)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const addressOf = (server: Server): AddressInfo => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return address
}

/** Whether a secret signs a request, by the library that receivers use. */
export const isSignedBy = (secret: string, { text, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(text, headers)
    return true
  } catch {
    return false
  }
}
