import type { RequestHandler } from 'express'
import { Problem } from '../platform/problems/problem.ts'

/** Headers with one value. If one is repeated, proxies, servers and libraries could each use a different value. */
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

/** Refuses a request that repeats one of these headers, before any of them is read. */
export const singleHeaders: RequestHandler = (req, _res, next) => {
  const field = SINGLE.find((name) => (req.headersDistinct[name.toLowerCase()] ?? []).length > 1)
  if (field !== undefined)
    throw new Problem('header_repeated', {
      details: [{ field, message: 'was sent more than once', code: 'INVALID_FORMAT' }],
    })
  next()
}
