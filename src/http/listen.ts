import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { Express } from 'express'
import { OperatorError } from '../platform/problems/operator-error.ts'

/** A listening API. */
interface Listening {
  readonly port: number
  /** Refuses new connections, waits for running requests, and closes the remaining connections after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

/** Maximum time for receiving the headers and the whole of a request, in ms. */
interface ClientTimeouts {
  readonly headersMs: number
  readonly requestMs: number
}

/** Questions are short, and a slow client would hold a connection. Responses have no limit. */
const CLIENT_TIMEOUTS: ClientTimeouts = { headersMs: 10_000, requestMs: 30_000 }

/** Longer than the minute for which load balancers keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 65_000

/** The address to listen on, and the names of its settings. */
interface ListenAddress {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  readonly settings: { readonly host: string; readonly port: string }
}

/** The operating system refuses the address: it is in use, reserved, or not one of this machine. */
export class CannotListen extends OperatorError {
  override readonly name = 'CannotListen'
}

/** Messages by error code of `listen`; other errors are thrown unchanged. */
const REFUSALS: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ port, settings }) => `Port ${port} is already in use. Set ${settings.port} to another port.`,
  EACCES: ({ port, settings }) =>
    `You have no permission to listen on port ${port}. Set ${settings.port} to 1024 or higher.`,
  EADDRNOTAVAIL: ({ host, settings }) =>
    `${host} is not an address of this machine. Set ${settings.host} to one of its addresses.`,
  ENOTFOUND: ({ host, settings }) =>
    `The host name ${host} is unknown. Set ${settings.host} to an address of this machine.`,
}

/** @returns the port @throws CannotListen, or the socket's error */
export const listenAt = async (server: Server, address: ListenAddress): Promise<number> => {
  server.listen(address.port, address.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const refusal = error instanceof Error && 'code' in error ? REFUSALS[String(error.code)] : undefined
    if (refusal === undefined) throw error
    throw new CannotListen(refusal(address), { cause: error })
  }
  const bound = server.address()
  return bound === null || typeof bound === 'string' ? address.port : bound.port
}

const API_SETTINGS = { host: 'HOST', port: 'PORT' }

/**
 * @param port 0 selects any free port
 * @throws CannotListen, or the socket's error
 */
export const listen = async (
  server: Express,
  host: string,
  port: number,
  { headersMs, requestMs }: ClientTimeouts = CLIENT_TIMEOUTS,
): Promise<Listening> => {
  const http = createHttpServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: headersMs / 5,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    server,
  )
  const bound = await listenAt(http, { host, port, settings: API_SETTINGS })
  return {
    port: bound,
    async drain(graceMs) {
      const closed = once(http, 'close')
      http.close()
      const idle = setInterval(() => http.closeIdleConnections(), 50)
      const force = setTimeout(() => http.closeAllConnections(), graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(force)
    },
  }
}
