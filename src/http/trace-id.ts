import type { RequestHandler, Response } from 'express'
import { v7 as uuidv7 } from 'uuid'

const ACCEPTABLE = /^[\w.-]{8,128}$/

/** Gives every response an `X-Request-ID`: the caller's own where it is a plain word, a new one else. */
export const traceIds: RequestHandler = (req, res, next) => {
  const sent = req.headersDistinct['x-request-id']?.[0]
  const traceId = sent !== undefined && ACCEPTABLE.test(sent) ? sent : uuidv7()
  res.locals.traceId = traceId
  res.setHeader('X-Request-ID', traceId)
  next()
}

export const traceIdOf = (res: Response): string => String(res.locals.traceId)
