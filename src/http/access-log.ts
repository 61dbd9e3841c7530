import type { Request, RequestHandler } from 'express'
import { hideKeys } from '../access/rules/hide-keys.ts'
import type { Observe } from '../platform/observation.ts'
import { traceIdOf } from './trace-id.ts'

/** Tells of every request when it has ended: never its query, which may hold a question, nor its headers. */
export const accessLog =
  (observe: Observe): RequestHandler =>
  (req, res, next) => {
    const { method } = req
    const path = hideKeys(req.path)
    const begun = performance.now()
    res.once('close', () => {
      const durationMs = Math.round(performance.now() - begun)
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
    })
    next()
  }

/** The address as its route has it, with names in place of ids. */
export const routeOf = ({ baseUrl, route }: Request): string =>
  typeof route?.path === 'string' ? `${baseUrl}${route.path}` : 'none'
