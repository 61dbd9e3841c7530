import { readFileSync } from 'node:fs'
import cors from 'cors'
import { Router } from 'express'

/** `GET /openapi.json`: the contract of all routes as `tools/contract` has drawn it of them, for anyone, from any page. */
export const contractRoutes = (): Router => {
  const router = Router()
  // In the repository it is laid out for readers of changes, which would double what every caller loads.
  const document = JSON.stringify(JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')))
  router.get('/openapi.json', cors(), (_req, res) => {
    res.type('application/json').send(document)
  })
  return router
}
