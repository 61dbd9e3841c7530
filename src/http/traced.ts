import type { RequestHandler } from 'express'
import { addDiagnostics } from '../platform/tracing/diagnostic-context.ts'
import { statusOf } from './access-log.ts'
import { routeLabelOf } from './route-label.ts'
import type { RouteParts } from './route-parts.ts'
import { traceIdOf } from './trace-id.ts'

/** One span per request, in the client's trace if it sends a `traceparent` header. */
export const traced =
  ({ startSpan }: RouteParts['tracing']): RequestHandler =>
  (req, res, next) => {
    const { method } = req
    const [parent, ...others] = req.headersDistinct.traceparent ?? []
    const span = startSpan({ name: method, kind: 'server', parent: others.length === 0 ? parent : undefined })
    addDiagnostics({ traceparent: span.traceparent })
    res.once('close', () => {
      const status = statusOf(res)
      const route = routeLabelOf(res)
      span.end({
        name: `${method} ${route}`,
        fields: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'tabletalk.request_id': traceIdOf(res),
        },
        ...(status < 500 ? {} : { failure: String(status) }),
      })
    })
    next()
  }
