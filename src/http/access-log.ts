import type { RequestHandler } from 'express'
import type { Observe } from '../observation.ts'
import { traceIdOf } from './trace-id.ts'

/** Tells of every request when it has ended: never its query, which may hold a question, nor its headers. */
export const accessLog =
  (observe: Observe): RequestHandler =>
  (req, res, next) => {
    const { method, path } = req
    const begun = performance.now()
    res.once('close', () => {
      const durationMs = Math.round(performance.now() - begun)
      observe({ kind: 'request', traceId: traceIdOf(res), method, path, status: res.statusCode, durationMs })
    })
    next()
  }
