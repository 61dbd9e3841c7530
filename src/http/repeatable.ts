import { requestDigest } from '../ask/turns/request-digest.ts'
import { runOncePerKey } from '../ask/turns/run-once-per-key.ts'
import { idempotencyKey } from './input.ts'
import type { Exchange, KnownRoute } from './route.ts'
import type { RouteParts } from './route-parts.ts'

/** Supports `Idempotency-Key` on POST, the only method of the API that is not idempotent (RFC 9110, section 9.2.2). */
export const repeatable = <Repeatable extends KnownRoute>(
  app: Pick<RouteParts, 'store'>,
  route: Repeatable,
): Repeatable =>
  route.method === 'post'
    ? {
        ...route,
        problems: [...route.problems, 'idempotency_mismatch', 'request_running'],
        handle: (exchange) => runOnce(app, exchange, (newId) => route.handle({ ...exchange, newId })),
      }
    : route

/**
 * Makes a change once per `Idempotency-Key`: the same request within a day gets the response of the first one.
 *
 * @param change makes the change and returns the response body. It gets the id for what it creates, because a repeated
 * request can continue an interrupted one
 * @throws as `runOncePerKey`; Problem `input_invalid` if the key is invalid
 */
const runOnce = async (
  app: Pick<RouteParts, 'store'>,
  { req, res, caller, newId }: Exchange,
  change: (newId: string) => Promise<unknown>,
): Promise<unknown> => {
  const key = idempotencyKey(req)
  if (key === undefined) return await change(newId)
  // Per key or user, because a response may contain what other callers may not see.
  const by = caller.keyId ?? `user ${caller.userId}`
  const request = requestDigest(`POST ${req.path.toLowerCase()} ${by}`, withoutPassword(req.body))
  const { reply, isReplayed } = await runOncePerKey(app, caller, {
    key,
    request,
    async make(id) {
      const body = await change(id)
      const location = res.getHeader('Location')
      return { body, ...(typeof location === 'string' ? { location } : {}) }
    },
  })
  if (isReplayed) {
    res.setHeader('Idempotent-Replayed', 'true')
    if (reply.location !== undefined) res.setHeader('Location', reply.location)
  }
  return reply.body
}

/** A body without its password: the stored digest is fast, so that a password in it could be guessed. */
const withoutPassword = (body: unknown): object => {
  const { password: _, ...rest }: { readonly password?: unknown } =
    typeof body === 'object' && body !== null ? body : {}
  return rest
}
