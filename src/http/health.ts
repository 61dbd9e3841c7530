import { Router } from 'express'
import { ALIVE, type Readiness, readyAnswer } from './readiness.ts'

/** `GET /healthz`: the process runs. `GET /readyz`: it can accept questions; 503 names the failed checks. */
export const healthRoutes = (readiness: () => Promise<Readiness>): Router => {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json(ALIVE)
  })
  router.get('/readyz', async (_req, res) => {
    const { status, headers, body } = readyAnswer(await readiness())
    res.status(status).set(headers).json(body)
  })
  return router
}
