import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import express, { type Express } from 'express'

export interface ReceivedEvent {
  readonly event: string | undefined
  readonly id: string | undefined
  readonly data: { readonly content: string; readonly [field: string]: unknown }
}

/** Serves an express app on a free port. */
export const serve = async (mount: (app: Express) => void) => {
  const app = express()
  mount(app)
  const server = http.createServer(app).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = addressOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    /** Closes every connection, as a crashing proxy would. */
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const addressOf = (server: http.Server): AddressInfo => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address
}

/** Yields events as they arrive, until the response ends or `signal` aborts it. */
export async function* eventsOf(url: string, init: RequestInit = {}): AsyncGenerator<ReceivedEvent> {
  const response = await fetch(url, init)
  if (response.body === null) return
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, id, data } of events) yield { event, id, data: JSON.parse(data) }
}

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Assembles the answer as a client does: all `content` since the last reset. */
export const textOf = (events: readonly ReceivedEvent[]): string =>
  events.reduce((text, { event, data }) => (event === 'reset' ? '' : text + data.content), '')
