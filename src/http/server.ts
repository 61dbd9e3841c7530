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
import type { PortalFiles } from './portal/portal-files.ts'
import { portalPages } from './portal/portal-pages.ts'
import { PROBLEM_JSON, problemResponses } from './problem-response.ts'
import { publicUrl } from './public-url.ts'
import { countRefusal, RATE_LIMIT_HEADERS, uncountedLimits } from './rate-limit.ts'
import type { Readiness } from './readiness.ts'
import { recordUnknownId } from './record-unknown-id.ts'
import { type Exchange, mayHaveBody, type OpenExchange, type Route } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { routes } from './routes/index.ts'
import { COUNT_HEADERS } from './send-file.ts'
import { sharedAnswerPages } from './shared-answer/shared-answer-pages.ts'
import { singleHeaders } from './single-headers.ts'
import { traceIdOf, traceIds } from './trace-id.ts'
import { traced } from './traced.ts'
import { widgetPages } from './widget/widget-pages.ts'

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

/** Parsing time grows with the body: 256 KiB of any JSON take a few ms. */
const BODY_BYTES_MAX = 256 * 1024

interface ServerOptions {
  readonly access: Access
  readonly cursorKey: Uint8Array
  /** Previous keys, during a rotation of the secret. */
  readonly olderCursorKeys?: readonly Uint8Array[]
  /** Aborted at shutdown. */
  readonly shutdown: AbortSignal
  readonly readiness: () => Promise<Readiness>
  /** With the widget. Absent if no portal is built: then `GET /` redirects to the API reference. */
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
  if (portal !== undefined) server.use(portalPages(portal), widgetPages(app, portal.widget))
  server.use(cors({ exposedHeaders: EXPOSED, maxAge: 600 }))
  const allRoutes = routes(app, signedCursors(cursorKey, ...olderCursorKeys), shutdown)
  server.use(contractRoutes())
  server.use(docsPage())
  server.all(['/healthz', '/readyz', '/openapi.json'], refuseMethod([{ method: 'get' }]))
  const jsonBody = express.json({ limit: BODY_BYTES_MAX, type: 'application/json' })
  // A signature covers the raw body, so it is neither parsed nor decompressed.
  const rawBody = express.raw({ limit: BODY_BYTES_MAX, type: 'application/json', inflate: false })
  const api = express.Router({ caseSensitive: true })
  api.use(forbidCaching)
  api.use(singleHeaders)
  // Grouped by path: a method that a literal path refuses must not match a path with an id.
  for (const [path, pathRoutes] of Map.groupBy(allRoutes, (route) => route.path)) {
    for (const route of pathRoutes)
      api[route.method](
        path,
        route.needs === 'anyone' ? openGate(app, route) : gate(app, access, route),
        requireAcceptable(route),
        ...(isVerified(route) ? [rawBody] : mayHaveBody(route) ? [jsonBody] : []),
        handler(app, route),
      )
    api.all(path, refuseMethod(pathRoutes))
  }
  server.use('/api/v1', api)
  server.use(() => {
    throw new Problem('route_not_found')
  })
  server.use(limitRefusals(app))
  server.use(problemResponses(app.observe))
  return server
}

/** Rows and questions must not be stored by caches. */
const forbidCaching: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** Refuses a request whose `Accept` matches no reply of the route, nor RFC 9457, before the handler runs. */
const requireAcceptable = (route: Route): RequestHandler => {
  const replies = [route.gives, ...(route.orGives ?? [])].filter(({ status }) => status !== 304)
  const contentTypes = replies.map(({ contentType }) => contentType)
  const types = contentTypes.filter((type) => type !== undefined)
  return (req, _res, next) => {
    if (types.length === contentTypes.length && req.accepts([...types, PROBLEM_JSON]) === false)
      throw new Problem('not_acceptable')
    next()
  }
}

const handler =
  (app: Pick<RouteParts, 'config'>, route: Route): RequestHandler =>
  async (req, res) => {
    // Express runs the GET route for HEAD, which must not ask a question, nor start or complete a login.
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

/** Adds the caller, as admitted by `gate`, and the parts that are independent of HTTP. */
const knownExchange = ({ config }: Pick<RouteParts, 'config'>, exchange: OpenExchange): Exchange => {
  const { req, res, traceId } = exchange
  const { caller, organization, permissions, role, disclosure, person, revision, ticket } = res.locals
  return {
    ...exchange,
    caller,
    organization,
    permissions,
    role,
    disclosure,
    person,
    revision,
    ticket,
    by: { actor: actorOf(caller, person), traceId },
    isOperator: false,
    publicUrl: publicUrl(req, config),
    newId: uuidv7(),
    setHeader: (name, value) => void res.setHeader(name, value),
  }
}

/** Limits refusals of uncounted requests, by organization if it is known, otherwise by address. */
const limitRefusals =
  (app: RouteParts): ErrorRequestHandler =>
  async (error, req, res, _next) => {
    if (!res.headersSent) await countRefusal(app.limits, res, res.locals.refusalKey ?? req.ip ?? '')
    if (res.locals.caller !== undefined) await recordUnknownId(app, res.locals.caller, error)
    throw error
  }

/** Whether the raw body is verified instead of parsed. */
const isVerified = (route: Route): boolean => route.needs === 'anyone' && route.comesFrom === 'processor'

const refuseMethod =
  (known: readonly Pick<Route, 'method'>[]): RequestHandler =>
  (_req, res) => {
    res.setHeader('Allow', known.map((route) => route.method.toUpperCase()).join(', '))
    throw new Problem('method_not_allowed')
  }
