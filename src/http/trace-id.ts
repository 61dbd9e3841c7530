import type { RequestHandler, Response } from 'express'
import { v7 as uuidv7 } from 'uuid'
import { withDiagnostics } from '../platform/tracing/diagnostic-context.ts'

const ACCEPTABLE = /^[\w.-]{8,128}$/

/**
 * Sets `X-Request-ID` of every response: that of the request if it has the accepted form, otherwise a new one. All log lines of
 * the request have it.
 */
export const traceIds: RequestHandler = (req, res, next) => {
  const [sent = '', ...others] = req.headersDistinct['x-request-id'] ?? []
  const traceId = others.length === 0 && ACCEPTABLE.test(sent) ? sent : uuidv7()
  res.locals.traceId = traceId
  res.setHeader('X-Request-ID', traceId)
  withDiagnostics({ requestId: traceId }, next)
}

export const traceIdOf = (res: Response): string => String(res.locals.traceId)
