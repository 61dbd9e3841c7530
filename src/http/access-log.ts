import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestHandler, Response } from 'express'
import { hideKeys } from '../access/rules/hide-keys.ts'
import type { Observe } from '../platform/observation.ts'
import { routeLabelOf } from './route-label.ts'
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
      observe({
        kind: 'request_completed',
        traceId: traceIdOf(res),
        method,
        path,
        route: routeLabelOf(res),
        status: statusOf(res),
        durationMs,
      })
    }
    // Otherwise the socket closes in no context, or in that of another request.
    res.once('close', AsyncLocalStorage.bind(log))
    next()
  }

/** Of a request whose client disconnected before a response began; the status that nginx logs for it. */
const CLIENT_DISCONNECTED = 499

/** The status that was sent; until then Express has 200. */
export const statusOf = ({ headersSent, statusCode }: Response): number =>
  headersSent ? statusCode : CLIENT_DISCONNECTED
