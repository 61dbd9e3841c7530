import { AsyncLocalStorage } from 'node:async_hooks'
import type { Request, RequestHandler } from 'express'
import { hideKeys } from '../access/rules/hide-keys.ts'
import type { Observe } from '../platform/observation.ts'
import { traceIdOf } from './trace-id.ts'

/** Logs every request when it has ended, without its query, which may contain a question, and without its headers. */
export const accessLog =
  (observe: Observe): RequestHandler =>
  (req, res, next) => {
    const { method } = req
    const path = hideKeys(req.path)
    const startedAt = performance.now()
    const log = () => {
      const durationMs = Math.round(performance.now() - startedAt)
      const route = routeOf(req)
      observe({
        kind: 'request_completed',
        traceId: traceIdOf(res),
        method,
        path,
        route,
        status: res.statusCode,
        durationMs,
      })
    }
    // Otherwise the socket closes in no context, or in that of another request.
    res.once('close', AsyncLocalStorage.bind(log))
    next()
  }

/** The path of the route, with parameter names in place of ids. */
export const routeOf = ({ baseUrl, route }: Request): string =>
  typeof route?.path === 'string' ? `${baseUrl}${route.path}` : 'none'
