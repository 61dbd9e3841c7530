import express, { type RequestHandler, type Router } from 'express'
import { v7 as uuidv7 } from 'uuid'
import type { Access } from '../access/access.ts'
import { actorOf } from '../manage/audit/rules/audit.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { CredentialForm } from './credentials.ts'
import { gate, openGate } from './gate.ts'
import { PROBLEM_JSON } from './problem-response.ts'
import { publicUrl } from './public-url.ts'
import { type Exchange, mayHaveBody, type OpenExchange, type Route } from './route.ts'
import { labelRoute } from './route-label.ts'
import type { RouteParts } from './route-parts.ts'
import { singleHeaders } from './single-headers.ts'
import { traceIdOf } from './trace-id.ts'

/** Parsing time grows with the body: 256 KiB of any JSON take a few ms. */
const BODY_BYTES_MAX = 256 * 1024

interface RouterOptions {
  /** The path at which the router is mounted. */
  readonly base: string
  /** How clients send their key. */
  readonly form?: CredentialForm
  readonly bodyBytesMax?: number
}

/** The routes below one base path: each admits its caller before the body is read. */
export const routeRouter = (
  app: RouteParts,
  access: Access,
  routes: readonly Route[],
  { base, form = 'headers', bodyBytesMax = BODY_BYTES_MAX }: RouterOptions,
): Router => {
  const jsonBody = ({ bodyBytesMax: limit = bodyBytesMax }: Route): RequestHandler =>
    express.json({ limit, type: 'application/json' })
  // A signature covers the raw body, so it is neither parsed nor decompressed.
  const rawBody = express.raw({ limit: bodyBytesMax, type: 'application/json', inflate: false })
  const router = express.Router({ caseSensitive: true })
  router.use(forbidCaching)
  router.use(singleHeaders)
  // Grouped by path: a method that a literal path refuses must not match a path with an id.
  for (const [path, pathRoutes] of Map.groupBy(routes, (route) => route.path)) {
    for (const route of pathRoutes)
      router[route.method](
        path,
        labelRoute(path === '/' ? base : `${base}${path}`),
        route.needs === 'anyone' ? openGate(app, route) : gate(app, access, route, form),
        requireAcceptable(route),
        ...(isVerified(route) ? [rawBody] : mayHaveBody(route) ? [jsonBody(route)] : []),
        handler(app, route),
      )
    router.all(path, refuseMethod(pathRoutes))
  }
  return router
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
    const { operator } = res.locals
    const exchange = { req, res, traceId: traceIdOf(res) }
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

/** Whether the raw body is verified instead of parsed. */
const isVerified = (route: Route): boolean => route.needs === 'anyone' && route.comesFrom === 'processor'

/** Refuses the methods that a path does not have. */
export const refuseMethod =
  (known: readonly Pick<Route, 'method'>[]): RequestHandler =>
  (_req, res) => {
    res.setHeader('Allow', known.map((route) => route.method.toUpperCase()).join(', '))
    throw new Problem('method_not_allowed')
  }
