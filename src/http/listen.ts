import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { Express } from 'express'
import { OperatorError } from '../platform/problems/mendable.ts'

/** A listening API. */
export interface Listening {
  readonly port: number
  /** Refuses new connections, lets running requests end, and cuts what is left after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

/** How long a client may take to send, in milliseconds: its headers, and all of its request. */
export interface Patience {
  readonly headersMs: number
  readonly requestMs: number
}

/** Questions are short, and a client that trickles them holds a connection for nothing. Answers may take any time. */
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 30_000 }

/**
 * How long a connection that nothing is asked on is kept: longer than the minute that load balancers keep theirs, so that
 * none is closed while a request is on its way.
 */
const KEPT_MS = 65_000

/** Where a server listens, and the settings that say so. */
export interface ListenAddress {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly settings: { readonly host: string; readonly port: string }
}

/** The operating system refuses an address to listen on: another process has it, it is reserved, or it is elsewhere. */
export class CannotListen extends OperatorError {
  override readonly name = 'CannotListen'
}

/** Which sentence an error of `listen` becomes; any other error is told as it is. */
const REFUSALS: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ port, settings }) => `Port ${port} is already in use. Set ${settings.port} to another port.`,
  EACCES: ({ port, settings }) =>
    `You have no permission to listen on port ${port}. Set ${settings.port} to 1024 or higher.`,
  EADDRNOTAVAIL: ({ host, settings }) =>
    `${host} is not an address of this machine. Set ${settings.host} to one of its addresses.`,
  ENOTFOUND: ({ host, settings }) =>
    `The host name ${host} is unknown. Set ${settings.host} to an address of this machine.`,
}

/** @returns the port that it listens on @throws CannotListen, or the socket's error */
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
 * @param port 0 takes any free one
 * @throws CannotListen, or the socket's error
 */
export const listen = async (
  server: Express,
  host: string,
  port: number,
  { headersMs, requestMs }: Patience = PATIENCE,
): Promise<Listening> => {
  const http = createHttpServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: headersMs / 5,
      keepAliveTimeout: KEPT_MS,
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
