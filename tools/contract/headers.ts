import { z } from 'zod'
import type { Route } from '../../src/http/route.ts'

const parameter = (schema: z.ZodType, id: string, description: string, example?: string) =>
  schema.meta({ param: { id, description, ...(example === undefined ? {} : { example }) } })

const scope = z.string().min(1).max(255)
const SCOPE = 'The user, department or role whose conversations are meant.'

const TENANT_ID = parameter(
  z.string().max(255).optional(),
  'TenantId',
  'The tenant whose rows are meant; required where the database keeps tenants apart.',
  '1',
)
const SCOPE_ID = parameter(scope.optional(), 'ScopeId', SCOPE, 'me')
const REQUIRED_SCOPE_ID = parameter(scope, 'RequiredScopeId', SCOPE, 'me')
const IDENTITY_TOKEN = parameter(
  z.string().optional(),
  'IdentityToken',
  'Says tenant and scope in their place, signed by your own server (HS256), where the database of a public key asks for it.',
)
const REQUEST_ID = parameter(
  z
    .string()
    .regex(/^[\w.-]{8,128}$/)
    .optional(),
  'RequestIdOfCaller',
  'Used as the trace id of this request; one is made when it is absent or no plain word.',
)
const IDEMPOTENCY_KEY = parameter(
  z.string().min(1).max(255).optional(),
  'IdempotencyKey',
  'The same key and the same request: one answer, for 24 hours.',
)
const LAST_EVENT_ID = parameter(
  z.string().optional(),
  'LastEventId',
  'Resumes after this event, and never asks. Browsers send it by themselves.',
)
const PREFER = parameter(
  z.string().optional(),
  'Prefer',
  '`respond-async` asks for 202 and a place to look. The question may then take longer, an hour at most, and so may its query: ten minutes, or what its database says. Such queries run in a share of the places of their own, one for a caller and two for a tenant; who has none yet is `queued`. With a public key the usual limits stay.',
)

/** What a route's replies say that it can do, whoever wrote it. */
export const traits = (route: Route) => {
  const replies = [route.gives, ...(route.orGives ?? [])]
  return {
    streams: replies.some(({ contentType }) => contentType === EVENT_STREAM),
    /** Answers at once or later, as the request prefers. */
    defers: new Set(replies.map(({ status }) => status === 202)).size === 2,
    repeats: route.problems.includes('idempotency_mismatch'),
  }
}

export const EVENT_STREAM = 'text/event-stream'

/** The headers that a route reads. */
export const headersOf = (route: Route): z.ZodObject => {
  const { streams, defers, repeats } = traits(route)
  const { needs } = route
  return z.object({
    ...(needs === 'anyone' || needs.sameForAllTenants === true
      ? {}
      : {
          'X-Tenant-Id': TENANT_ID,
          'X-Scope-Id': needs.scope === 'required' ? REQUIRED_SCOPE_ID : SCOPE_ID,
          ...(needs.keys.includes('database') ? { 'X-Identity-Token': IDENTITY_TOKEN } : {}),
        }),
    'X-Request-ID': REQUEST_ID,
    ...(repeats ? { 'Idempotency-Key': IDEMPOTENCY_KEY } : {}),
    ...(streams ? { 'Last-Event-ID': LAST_EVENT_ID } : {}),
    ...(defers ? { Prefer: PREFER } : {}),
  })
}

const header = (schema: z.ZodType, id: string, description: string) => schema.meta({ header: { id, description } })
const whole = z.int().min(0)

/** Headers of responses; the specification asks for all but the last of them. */
const ANSWERED = {
  'X-Request-ID': header(z.string(), 'RequestId', 'The trace id of the request.'),
  'X-RateLimit-Limit': header(whole.optional(), 'RateLimitLimit', 'Requests that the tightest limit allows.'),
  'X-RateLimit-Remaining': header(whole.optional(), 'RateLimitRemaining', 'Requests that it has left.'),
  'X-RateLimit-Reset': header(whole.optional(), 'RateLimitReset', 'When it begins anew: Unix time in seconds.'),
}
const RETRY_AFTER = header(z.int().min(1).optional(), 'RetryAfter', 'Seconds to wait before the next try.')
const REPLAYED = header(
  z.literal('true').optional(),
  'IdempotentReplayed',
  'The answer belongs to an earlier request with this Idempotency-Key.',
)
const LOCATION = header(z.string().optional(), 'Location', 'Where the result will be.')
const SENT_TO = header(z.string(), 'SentTo', 'Where the browser is sent.')
const APPLIED = header(z.string().optional(), 'PreferenceApplied', 'The preference that was followed.')

/** Statuses of what may succeed later: 500 where the provider of a model says when. */
const RETRIED: readonly number[] = [409, 429, 500, 503]

/** Headers of a response of this status. */
export const responseHeaders = (status: number, { repeats } = { repeats: false }): z.ZodObject =>
  z.object({
    ...ANSWERED,
    ...(RETRIED.includes(status) ? { 'Retry-After': RETRY_AFTER } : {}),
    ...(status === 302 ? { Location: SENT_TO } : {}),
    ...(status < 300 && repeats ? { 'Idempotent-Replayed': REPLAYED } : {}),
    ...(status === 202 ? { Location: LOCATION, 'Preference-Applied': APPLIED, 'Retry-After': RETRY_AFTER } : {}),
  })
