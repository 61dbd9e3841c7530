import { createAccess } from '../../access/access.ts'
import type { App } from '../../app.ts'
import { listen } from '../../http/listen.ts'
import { readPortalFiles } from '../../http/portal/portal-files.ts'
import { type Readiness, readinessOf } from '../../http/readiness.ts'
import { createServer } from '../../http/server.ts'
import { deriveKey } from '../../store/sealer.ts'
import type { ServedPortal } from './portal.ts'

/** A running API. */
export interface RunningApi {
  readonly port: number
  /** The response of `/readyz`. */
  readiness(): Promise<Readiness>
  /** Ends event streams, so that readers reconnect to another process, waits for running requests, and closes. */
  drain(graceMs: number): Promise<void>
}

/** Address, secret and portal of an API. */
interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly secret: string
  /** Default: none. */
  readonly portal?: ServedPortal | undefined
}

/** Serves an app over HTTP. @throws CannotListen, or the socket's error */
export const serveApi = async (
  app: App,
  { host, port, secret, portal: { folder, error } = { folder: undefined } }: ServeOptions,
): Promise<RunningApi> => {
  if (error !== undefined)
    app.observe({ kind: 'portal_build_failed', error, serving: folder === undefined ? 'none' : 'earlier_build' })
  const stopping = new AbortController()
  // Shared by the API and the port of the metrics, so that checks are not run more often.
  const readiness = readinessOf(app, () => ({ draining: stopping.signal.aborted }))
  const { accounts, oauth, store, limits, config } = app
  const server = createServer(app, {
    access: createAccess({ accounts, oauth, store, windows: limits.windows, graceDays: config.payments.graceDays }),
    cursorKey: deriveKey(secret, 'cursors'),
    olderCursorKeys: config.previousSecrets.map((earlier) => deriveKey(earlier, 'cursors')),
    shutdown: stopping.signal,
    readiness,
    portal: folder === undefined ? undefined : readPortalFiles(folder),
  })
  const listening = await listen(server, host, port)
  app.observe({ kind: 'api_started', address: `http://${host}:${listening.port}` })
  return {
    port: listening.port,
    readiness,
    async drain(graceMs) {
      stopping.abort()
      await listening.drain(graceMs)
    },
  }
}
