import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Access } from '../access/access.ts'
import { Problem } from '../platform/problems/problem.ts'
import { accessLog } from './access-log.ts'
import { browserRules } from './browser-rules.ts'
import { codecEndpoint, hideCodecSecret } from './codec-endpoint.ts'
import { contractRoutes } from './contract-routes.ts'
import { signedCursors } from './cursor.ts'
import { docsPage } from './docs/docs-page.ts'
import { healthRoutes } from './health.ts'
import { logoPictures } from './logo-pictures.ts'
import type { mcpEndpoint } from './mcp/mcp-endpoint.ts'
import { oauthPages } from './oauth/oauth-pages.ts'
import { openaiRoutes } from './openai/index.ts'
import { BODY_BYTES_MAX, openaiErrorResponses } from './openai/openai-errors.ts'
import type { PortalFiles } from './portal/portal-files.ts'
import { portalPages } from './portal/portal-pages.ts'
import { problemResponses } from './problem-response.ts'
import { countRefusal, RATE_LIMIT_HEADERS, uncountedLimits } from './rate-limit.ts'
import type { Readiness } from './readiness.ts'
import { recordUnknownId } from './record-unknown-id.ts'
import type { RouteParts } from './route-parts.ts'
import { refuseMethod, routeRouter } from './route-router.ts'
import { routes } from './routes/index.ts'
import { COUNT_HEADERS } from './send-file.ts'
import { sharedAnswerPages } from './shared-answer/shared-answer-pages.ts'
import { traceIds } from './trace-id.ts'
import { traced } from './traced.ts'
import { widgetPages } from './widget/widget-pages.ts'

const EXPOSED = [
  'X-Request-ID',
  'Retry-After',
  'Location',
  'Idempotent-Replayed',
  'Preference-Applied',
  'X-Tabletalk-Ignored',
  'ETag',
  'WWW-Authenticate',
  ...COUNT_HEADERS,
  ...RATE_LIMIT_HEADERS,
]

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
  server.use(oauthPages(app))
  server.use(contractRoutes())
  server.use(docsPage())
  server.all(['/healthz', '/readyz', '/openapi.json'], refuseMethod([{ method: 'get' }]))
  server.use('/api/v1', routeRouter(app, access, allRoutes, { base: '/api/v1' }))
  const openai = { base: '/openai/v1', form: 'bearer key', bodyBytesMax: BODY_BYTES_MAX } as const
  server.use('/mcp', loadedMcp(app, access, shutdown))
  server.use('/openai/v1', routeRouter(app, access, openaiRoutes(app, shutdown), openai))
  server.use(() => {
    throw new Problem('route_not_found')
  })
  server.use(limitRefusals(app))
  server.use('/openai/v1', openaiErrorResponses(app.observe))
  server.use(problemResponses(app.observe))
  return server
}

/** Loads MCP and its library with the first request for it: the start of a process does not wait for them. */
const loadedMcp = (...parts: Parameters<typeof mcpEndpoint>): RequestHandler => {
  let loading: Promise<RequestHandler> | undefined
  return async (req, res, next) => {
    loading ??= import('./mcp/mcp-endpoint.ts').then((loaded) => loaded.mcpEndpoint(...parts))
    const serve = await loading
    await serve(req, res, next)
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
