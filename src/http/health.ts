import { Router } from 'express'
import { ALIVE, type Readiness, readyAnswer } from './readiness.ts'

/** `GET /healthz`: the process lives. `GET /readyz`: it can take questions; 503 names what is missing. */
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
