import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../metrics/metrics.ts'

/** A listening endpoint for a collector. */
export interface RunningMetrics {
  readonly port: number
  close(): Promise<void>
}

export interface MetricsPlace {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** Where the Temporal SDK of this process tells its own, if it does. */
  readonly sdkAddress?: string | undefined
}

const SDK_WITHIN_MS = 2_000

/**
 * Serves `GET /metrics` apart from the API, so that the port which strangers reach has none.
 * @throws the socket's error, for example EADDRINUSE
 */
export const serveMetrics = async (
  metrics: Metrics,
  { host, port, sdkAddress }: MetricsPlace,
): Promise<RunningMetrics> => {
  const server = createServer(async ({ method, url }, res) => {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    const [own, sdk] = await Promise.all([metrics.text(), sdkMetrics(sdkAddress)])
    res.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(`${own}${sdk}`)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Empty where there are none, or the SDK has not begun to tell them. */
const sdkMetrics = async (address: string | undefined): Promise<string> => {
  if (address === undefined) return ''
  try {
    const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(SDK_WITHIN_MS) })
    return response.ok ? await response.text() : ''
  } catch {
    return ''
  }
}
