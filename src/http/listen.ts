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

/**
 * @param port 0 takes any free one
 * @throws the socket's error, for example EADDRINUSE
 */
export const listen = async (server: Express, host: string, port: number): Promise<Listening> => {
  const http = createHttpServer(server)
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
