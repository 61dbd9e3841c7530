import cors from 'cors'
import { Router } from 'express'
import manifest from '../../package.json' with { type: 'json' }
import { openApiDocument } from './openapi/document.ts'
import type { Route } from './route.ts'

/** `GET /openapi.json`: the contract of all routes, for anyone, from any page. Drawn once, before anybody waits for it. */
export const contractRoutes = (routes: readonly Route[]): Router => {
  const router = Router()
  const drawn = JSON.stringify(openApiDocument(routes, manifest.version))
  router.get('/openapi.json', cors(), (_req, res) => {
    res.type('application/json').send(drawn)
  })
  return router
}
