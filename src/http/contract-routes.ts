import { readFileSync } from 'node:fs'
import cors from 'cors'
import { Router } from 'express'
import { labelRoute } from './route-label.ts'

/** `GET /openapi.json`: the contract that `tools/contract` generates from the routes; public, for all origins. */
export const contractRoutes = (): Router => {
  const router = Router()
  // Minified: the indentation of the file, made for diffs, would double the response.
  const document = JSON.stringify(JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')))
  router.get('/openapi.json', labelRoute('/openapi.json'), cors(), (_req, res) => {
    res.type('application/json').send(document)
  })
  return router
}
