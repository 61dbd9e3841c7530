import type { RequestHandler } from 'express'
import { Problem } from '../platform/problems/problem.ts'

/**
 * Headers that have one value. Of two, servers and proxies on the way may each believe another one, and libraries put them
 * together or drop one.
 */
const SINGLE = [
  'X-API-Key',
  'Authorization',
  'X-Tenant-Id',
  'X-Scope-Id',
  'X-Identity-Token',
  'Origin',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Stripe-Signature',
]

/** Refuses a request that sends one of these headers more than once, before anything of it is judged. */
export const singleHeaders: RequestHandler = (req, _res, next) => {
  const field = SINGLE.find((name) => (req.headersDistinct[name.toLowerCase()] ?? []).length > 1)
  if (field !== undefined)
    throw new Problem('header_repeated', {
      details: [{ field, message: 'was sent more than once', code: 'INVALID_FORMAT' }],
    })
  next()
}
