import { Router } from 'express'
import type { App } from '../app.ts'

/** `GET /healthz`: the process lives. `GET /readyz`: it can take questions; 503 names what is missing. */
export const healthRoutes = (app: Pick<App, 'store' | 'turns'>, shutdown: AbortSignal): Router => {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const [store, temporal] = await Promise.allSettled([app.store.ping(), app.turns.ping()])
    const checks = {
      store: store.status === 'fulfilled',
      temporal: temporal.status === 'fulfilled',
      draining: shutdown.aborted,
    }
    const ready = checks.store && checks.temporal && !checks.draining
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks })
  })
  return router
}
