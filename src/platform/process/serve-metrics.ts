import { once } from 'node:events'
import { createServer } from 'node:http'
import { listenAt } from '../../http/listen.ts'
import { ALIVE, type Readiness, readyAnswer } from '../../http/readiness.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** The running metrics server of a process. */
export interface RunningMetrics {
  readonly port: number
  /** Sets the response of `/readyz`; before, it reports that the process has not started. */
  readyWhen(readiness: () => Promise<Readiness>): void
  close(): Promise<void>
}

interface MetricsAddress {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Address of the metrics of this process's Temporal SDK, if any. */
  readonly sdkAddress?: string | undefined
}

interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }

const METRICS_SETTINGS = { host: 'TABLETALK_METRICS', port: 'TABLETALK_METRICS' }

const SDK_WITHIN_MS = 2_000

const NOT_STARTED: Readiness = { ready: false, checks: { started: false }, missing: [] }

/**
 * Serves `GET /metrics` on a separate port, so that the public port of the API has no metrics; and `/healthz` and `/readyz` for
 * orchestrators, because a worker has no other port.
 * @throws CannotListen, or the socket's error
 */
export const serveMetrics = async (
  metrics: Metrics,
  { host, port, sdkAddress }: MetricsAddress,
): Promise<RunningMetrics> => {
  let readiness = async (): Promise<Readiness> => NOT_STARTED
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    '/metrics': async () => {
      const [own, sdk] = await Promise.all([metrics.text(), sdkMetrics(sdkAddress)])
      return { status: 200, headers: { 'Content-Type': metrics.contentType }, text: `${own}${sdk}` }
    },
    '/healthz': async () => ({ status: 200, headers: JSON_TYPE, text: JSON.stringify(ALIVE) }),
    '/readyz': async () => {
      const { status, headers, body } = readyAnswer(await readiness())
      return { status, headers: { ...JSON_TYPE, ...headers }, text: JSON.stringify(body) }
    },
  }
  const server = createServer(async ({ method, url }, res) => {
    const [requestedPath = ''] = url?.split('?') ?? []
    const page = method === 'GET' && Object.hasOwn(pages, requestedPath) ? await pages[requestedPath]?.() : undefined
    if (page === undefined) res.writeHead(404).end()
    else res.writeHead(page.status, { ...page.headers, 'Cache-Control': 'no-store' }).end(page.text)
  })
  const bound = await listenAt(server, { host, port, settings: METRICS_SETTINGS })
  return {
    port: bound,
    readyWhen(answer) {
      readiness = answer
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Metrics of the SDK; empty if there are none yet. */
const sdkMetrics = async (address: string | undefined): Promise<string> => {
  if (address === undefined) return ''
  try {
    const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(SDK_WITHIN_MS) })
    return response.ok ? await response.text() : ''
  } catch {
    return ''
  }
}
