import { runOncePerKey } from '../ask/turns/once-for-key.ts'
import { requestDigest } from '../ask/turns/request-digest.ts'
import { idempotencyKey } from './input.ts'
import type { Exchange, KnownRoute } from './route.ts'
import type { RouteParts } from './route-parts.ts'

/** Of the methods only POST is not by itself the same when it is sent twice (RFC 9110, section 9.2.2). */
export const repeatable = <Repeatable extends KnownRoute>(
  app: Pick<RouteParts, 'store'>,
  route: Repeatable,
): Repeatable =>
  route.method === 'post'
    ? {
        ...route,
        problems: [...route.problems, 'idempotency_mismatch', 'request_running'],
        handle: (exchange) => replayed(app, exchange, (newId) => route.handle({ ...exchange, newId })),
      }
    : route

/**
 * Makes a change once for one `Idempotency-Key`: who sends the same request again within a day gets the answer of the
 * first.
 *
 * @param change what is done where nobody did it before; it gives the body of the answer. What it makes has the id that it gets:
 * a request may take over what one that died has begun
 * @throws as `runOncePerKey`; Problem `input_invalid` when the key is none
 */
const replayed = async (
  app: Pick<RouteParts, 'store'>,
  { req, res, caller, newId }: Exchange,
  change: (newId: string) => Promise<unknown>,
): Promise<unknown> => {
  const key = idempotencyKey(req)
  if (key === undefined) return await change(newId)
  // By the same key or person: an answer may hold what another one may not see.
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

/** What a body says, but for a password: no digest of one is stored that can be guessed at fast. */
const withoutPassword = (body: unknown): object => {
  const { password: _, ...rest }: { readonly password?: unknown } =
    typeof body === 'object' && body !== null ? body : {}
  return rest
}
