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
  /** What its `/readyz` answers. */
  readiness(): Promise<Readiness>
  /** Sends stream readers elsewhere, lets running requests end, and closes. */
  drain(graceMs: number): Promise<void>
}

/** Where an API listens, and what it serves beside its routes. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly secret: string
  /** None by default. */
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
  // One for whoever asks, here or beside the metrics: what it asks is asked no oftener for that.
  const readiness = readinessOf(app, () => ({ draining: stopping.signal.aborted }))
  const server = createServer(app, {
    cursorKey: deriveKey(secret, 'cursors'),
    olderCursorKeys: app.config.previousSecrets.map((earlier) => deriveKey(earlier, 'cursors')),
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
