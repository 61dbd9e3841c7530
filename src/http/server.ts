import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { App } from '../app.ts'
import { Problem } from '../domain/problem.ts'
import { accessLog } from './access-log.ts'
import { callerOf } from './caller.ts'
import { codecEndpoint } from './codec-endpoint.ts'
import { signedCursors } from './cursor.ts'
import { healthRoutes } from './health.ts'
import { problemResponses } from './problem-response.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'
import { traceIdOf, traceIds } from './trace-id.ts'

const EXPOSED = ['X-Request-ID', 'Retry-After', 'Location', 'Idempotent-Replayed']

export interface ServerOptions {
  readonly cursorKey: Uint8Array
  /** Aborted when the process is to stop. */
  readonly shutdown: AbortSignal
}

/** The HTTP API: middleware in order, routes, and the error handler last. */
export const createServer = (app: App, { cursorKey, shutdown }: ServerOptions): Express => {
  const server = express()
  server.disable('x-powered-by').disable('etag')
  server.use(traceIds)
  server.use(helmet({ crossOriginResourcePolicy: { policy: 'cross-origin' } }))
  server.use(healthRoutes(app, shutdown))
  server.use(accessLog(app.observe))
  server.use('/codec', codecEndpoint(app))
  server.use(cors({ exposedHeaders: EXPOSED, maxAge: 600 }))
  const all = routes(app, signedCursors(cursorKey), shutdown)
  const body = express.json({ limit: '1mb', type: 'application/json' })
  const api = express.Router({ caseSensitive: true })
  for (const route of all)
    api[route.method](route.path, authenticate(app), ...(route.method === 'post' ? [body] : []), handler(route))
  for (const path of new Set(all.map((route) => route.path)))
    api.all(path, refuseMethod(all.filter((route) => route.path === path)))
  server.use('/api/v1', api)
  server.use(() => {
    throw new Problem('route_not_found')
  })
  server.use(problemResponses(app.observe))
  return server
}

/** Before the body is read: nobody without a key makes the server parse a megabyte. */
const authenticate =
  (app: App): RequestHandler =>
  async (req, res, next) => {
    res.locals.caller = await callerOf(req, app.store)
    next()
  }

const handler =
  (route: Route): RequestHandler =>
  async (req, res) => {
    const { caller } = res.locals
    if (route.needsScope && caller.scopeId === undefined) throw new Problem('scope_missing')
    const data = await route.handle({ req, res, caller, traceId: traceIdOf(res) })
    if (data !== undefined) res.json({ success: true, data })
  }

const refuseMethod =
  (known: readonly Route[]): RequestHandler =>
  (_req, res) => {
    res.setHeader('Allow', known.map((route) => route.method.toUpperCase()).join(', '))
    throw new Problem('method_not_allowed')
  }
