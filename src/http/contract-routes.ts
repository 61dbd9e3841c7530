import { readFileSync } from 'node:fs'
import cors from 'cors'
import { Router } from 'express'

/** `GET /openapi.json`: the contract of all routes as `tools/contract` has drawn it of them, for anyone, from any page. */
export const contractRoutes = (): Router => {
  const router = Router()
  const document = readFileSync(new URL('openapi.json', import.meta.url))
  router.get('/openapi.json', cors(), (_req, res) => {
    res.type('application/json').send(document)
  })
  return router
}
