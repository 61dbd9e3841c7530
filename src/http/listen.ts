import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'

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

/**
 * @param port 0 takes any free one
 * @throws the socket's error, for example EADDRINUSE
 */
export const listen = async (
  server: Express,
  host: string,
  port: number,
  { headersMs, requestMs }: Patience = PATIENCE,
): Promise<Listening> => {
  const http = createHttpServer(
    {
      ...{ headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: headersMs / 5 },
      keepAliveTimeout: KEPT_MS,
    },
    server,
  )
  http.listen(port, host)
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
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
