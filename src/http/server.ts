import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { v7 as uuidv7 } from 'uuid'
import type { Access } from '../access/access.ts'
import { actorOf } from '../manage/audit/rules/audit.ts'
import { Problem } from '../platform/problems/problem.ts'
import { accessLog } from './access-log.ts'
import { browserRules } from './browser-rules.ts'
import { codecEndpoint, hideCodecSecret } from './codec-endpoint.ts'
import { contractRoutes } from './contract-routes.ts'
import { signedCursors } from './cursor.ts'
import { docsPage } from './docs/docs-page.ts'
import { gate, openGate } from './gate.ts'
import { healthRoutes } from './health.ts'
import { logoPictures } from './logo-pictures.ts'
import { noteUnknownId } from './note-unknown-id.ts'
import type { PortalFiles } from './portal/portal-files.ts'
import { portalPages } from './portal/portal-pages.ts'
import { PROBLEM_JSON, problemResponses } from './problem-response.ts'
import { publicUrl } from './public-url.ts'
import { countRefusal, RATE_LIMIT_HEADERS, uncountedLimits } from './rate-limit.ts'
import type { Readiness } from './readiness.ts'
import { type Exchange, mayHaveBody, type OpenExchange, type Route } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { routes } from './routes/index.ts'
import { COUNT_HEADERS } from './send-file.ts'
import { sharedAnswerPages } from './shared-answer/shared-answer-pages.ts'
import { singleHeaders } from './single-headers.ts'
import { traceIdOf, traceIds } from './trace-id.ts'
import { traced } from './traced.ts'

const EXPOSED = [
  'X-Request-ID',
  'Retry-After',
  'Location',
  'Idempotent-Replayed',
  'Preference-Applied',
  'ETag',
  ...COUNT_HEADERS,
  ...RATE_LIMIT_HEADERS,
]

/** What a body of any shape may cost to read grows with it: 256 kB stay within some milliseconds. */
const BODY_BYTES_MAX = 256 * 1024

export interface ServerOptions {
  readonly access: Access
  readonly cursorKey: Uint8Array
  /** Of secrets that are being replaced. */
  readonly olderCursorKeys?: readonly Uint8Array[]
  /** Aborted when the process is to stop. */
  readonly shutdown: AbortSignal
  /** What `/readyz` answers. */
  readonly readiness: () => Promise<Readiness>
  /** Absent where no portal is built: then `GET /` leads to the reference of the API. */
  readonly portal?: PortalFiles | undefined
}

/** The HTTP API: middleware in order, routes, and the error handler last. */
export const createServer = (
  app: RouteParts,
  { access, cursorKey, olderCursorKeys = [], shutdown, readiness, portal }: ServerOptions,
): Express => {
  const server = express()
  server.disable('x-powered-by').disable('etag').set('trust proxy', app.config.trustedProxies)
  server.use(traceIds)
  server.use(uncountedLimits(app.limits))
  server.use(browserRules())
  server.use(healthRoutes(readiness))
  server.use(hideCodecSecret)
  server.use(accessLog(app.observe))
  server.use(traced(app.tracing))
  server.use('/codec', codecEndpoint(app))
  server.use(sharedAnswerPages(app))
  server.use(logoPictures(app))
  if (portal !== undefined) server.use(portalPages(portal))
  server.use(cors({ exposedHeaders: EXPOSED, maxAge: 600 }))
  const all = routes(app, signedCursors(cursorKey, ...olderCursorKeys), shutdown)
  server.use(contractRoutes())
  server.use(docsPage())
  server.all(['/healthz', '/readyz', '/openapi.json'], refuseMethod([{ method: 'get' }]))
  const body = express.json({ limit: BODY_BYTES_MAX, type: 'application/json' })
  /** What is verified is verified as it came; packed, it could become anything. */
  const unread = express.raw({ limit: BODY_BYTES_MAX, type: 'application/json', inflate: false })
  const api = express.Router({ caseSensitive: true })
  api.use(unstored)
  api.use(singleHeaders)
  // One path after the other: what a literal one does not take is not asked of one with an id.
  for (const [path, own] of Map.groupBy(all, (route) => route.path)) {
    for (const route of own)
      api[route.method](
        path,
        route.needs === 'anyone' ? openGate(app, route) : gate(app, access, route),
        acceptable(route),
        ...(isVerified(route) ? [unread] : mayHaveBody(route) ? [body] : []),
        handler(app, route),
      )
    api.all(path, refuseMethod(own))
  }
  server.use('/api/v1', api)
  server.use(() => {
    throw new Problem('route_not_found')
  })
  server.use(refusals(app))
  server.use(problemResponses(app.observe))
  return server
}

/** Rows and questions are their caller's, and no cache's on the way. */
const unstored: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** Whoever takes nothing of what a route gives is told so before it does anything. Any problem may be in the form of RFC 9457. */
const acceptable = (route: Route): RequestHandler => {
  const replies = [route.gives, ...(route.orGives ?? [])].filter(({ status }) => status !== 304)
  const given = replies.map(({ contentType }) => contentType)
  const types = given.filter((type) => type !== undefined)
  return (req, _res, next) => {
    if (types.length === given.length && req.accepts([...types, PROBLEM_JSON]) === false)
      throw new Problem('not_acceptable')
    next()
  }
}

const handler =
  (app: Pick<RouteParts, 'config'>, route: Route): RequestHandler =>
  async (req, res) => {
    // Express answers HEAD by the GET route, and a look at the headers must not ask a question, begin a log-in or use one up.
    if (req.method === 'HEAD' && (route.needs === 'anyone' || route.needs.permission === 'chat')) {
      res.setHeader('Allow', 'GET')
      throw new Problem('method_not_allowed')
    }
    const { operator, traceparent } = res.locals
    const exchange = { req, res, traceId: traceIdOf(res), traceparent }
    const asOperator = operator === undefined || route.needs === 'anyone' ? undefined : route.handleOperator
    const body = await (asOperator?.({ ...exchange, operator }) ??
      (route.needs === 'anyone' ? route.handle(exchange) : route.handle(knownExchange(app, exchange))))
    if (body !== undefined) res.status(route.gives.status).json(body)
  }

/** What `gate` has found out about the sender, and what a handler that knows nothing of HTTP gets of the request. */
const knownExchange = ({ config }: Pick<RouteParts, 'config'>, exchange: OpenExchange): Exchange => {
  const { req, res, traceId } = exchange
  const { caller, organization, permissions, role, person, epoch, ticket } = res.locals
  return {
    ...exchange,
    caller,
    organization,
    permissions,
    role,
    person,
    epoch,
    ticket,
    by: { actor: actorOf(caller, person), traceId },
    isOperator: false,
    publicUrl: publicUrl(req, config),
    newId: uuidv7(),
    setHeader: (name, value) => void res.setHeader(name, value),
  }
}

/** What is refused before it was counted is refused so often only: to a known key for its organization, else by address. */
const refusals =
  (app: RouteParts): ErrorRequestHandler =>
  async (error, req, res, _next) => {
    if (!res.headersSent) await countRefusal(app.limits, res, res.locals.refusedAs ?? req.ip ?? '')
    if (res.locals.caller !== undefined) await noteUnknownId(app, res.locals.caller, error)
    throw error
  }

/** Whether a body is verified in place of being parsed. */
const isVerified = (route: Route): boolean => route.needs === 'anyone' && route.comesFrom === 'processor'

const refuseMethod =
  (known: readonly Pick<Route, 'method'>[]): RequestHandler =>
  (_req, res) => {
    res.setHeader('Allow', known.map((route) => route.method.toUpperCase()).join(', '))
    throw new Problem('method_not_allowed')
  }
