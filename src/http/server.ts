import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { App } from '../app.ts'
import { permit } from '../domain/access/permit.ts'
import { Problem } from '../domain/problem.ts'
import { accessLog } from './access-log.ts'
import { callerOf } from './caller.ts'
import { codecEndpoint, hideCodecSecret } from './codec-endpoint.ts'
import { signedCursors } from './cursor.ts'
import { healthRoutes } from './health.ts'
import { problemResponses } from './problem-response.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'
import { traceIdOf, traceIds } from './trace-id.ts'

const EXPOSED = ['X-Request-ID', 'Retry-After', 'Location', 'Idempotent-Replayed']

/** What a body of any shape may cost to read grows with it: 256 kB stay within some milliseconds. */
const BODY_BYTES_MAX = 256 * 1024

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
  server.use(hideCodecSecret)
  server.use(accessLog(app.observe))
  server.use('/codec', codecEndpoint(app))
  server.use(cors({ exposedHeaders: EXPOSED, maxAge: 600 }))
  const all = routes(app, signedCursors(cursorKey), shutdown)
  const body = express.json({ limit: BODY_BYTES_MAX, type: 'application/json' })
  const api = express.Router({ caseSensitive: true })
  for (const route of all)
    api[route.method](route.path, gate(app, route), ...(WITH_BODY.has(route.method) ? [body] : []), handler(route))
  for (const path of new Set(all.map((route) => route.path)))
    api.all(path, refuseMethod(all.filter((route) => route.path === path)))
  server.use('/api/v1', api)
  server.use(() => {
    throw new Problem('route_not_found')
  })
  server.use(problemResponses(app.observe))
  return server
}

const WITH_BODY: ReadonlySet<Route['method']> = new Set(['post', 'put', 'patch'])

/** Who calls, and whether it may: before the body is read, so that nobody else makes the server parse a megabyte. */
const gate =
  (app: App, { needs }: Route): RequestHandler =>
  async (req, res, next) => {
    const caller = await callerOf(req, app.store)
    const { databaseId } = caller
    permit(caller, needs, databaseId === undefined ? undefined : await app.store.database(caller, databaseId))
    res.locals.caller = caller
    next()
  }

const handler =
  (route: Route): RequestHandler =>
  async (req, res) => {
    const data = await route.handle({ req, res, caller: res.locals.caller, traceId: traceIdOf(res) })
    if (data !== undefined) res.json({ success: true, data })
  }

const refuseMethod =
  (known: readonly Route[]): RequestHandler =>
  (_req, res) => {
    res.setHeader('Allow', known.map((route) => route.method.toUpperCase()).join(', '))
    throw new Problem('method_not_allowed')
  }
