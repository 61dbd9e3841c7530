import { z } from 'zod'
import type { Route } from '../../src/http/route.ts'
import { UI_MESSAGE_STREAM } from '../../src/http/ui-stream/ui-routes.ts'

const parameter = (schema: z.ZodType, id: string, description: string, example?: string) =>
  schema.meta({ param: { id, description, ...(example === undefined ? {} : { example }) } })

const scope = z.string().min(1).max(255)
const SCOPE = 'The scope of the conversations: a user, department or role.'

const TENANT_ID = parameter(
  z.string().max(255).optional(),
  'TenantId',
  'The tenant whose rows are queried; required if the database has tenant scoping.',
  '1',
)
const SCOPE_ID = parameter(scope.optional(), 'ScopeId', SCOPE, 'me')
const REQUIRED_SCOPE_ID = parameter(scope, 'RequiredScopeId', SCOPE, 'me')
const IDENTITY_TOKEN = parameter(
  z.string().optional(),
  'IdentityToken',
  'Carries tenant and scope instead of the headers, signed by your own server (HS256), if the database of a public key requires it.',
)
const REQUEST_ID = parameter(
  z
    .string()
    .regex(/^[\w.-]{8,128}$/)
    .optional(),
  'RequestIdOfCaller',
  'The trace id of this request; generated if it is absent or has an invalid format.',
)
const IDEMPOTENCY_KEY = parameter(
  z.string().min(1).max(255).optional(),
  'IdempotencyKey',
  'Repeated requests with the same key and the same content return the first response, for 24 hours.',
)
const LAST_EVENT_ID = parameter(
  z.string().optional(),
  'LastEventId',
  'Resumes the stream after this event and never asks a question. Browsers send it automatically.',
)
const PREFER = parameter(
  z.string().optional(),
  'Prefer',
  '`respond-async` requests a 202 response with the URL of the status. The question may then take up to one hour, and its query up to ten minutes or the limit set for its database. Such queries run in separate slots, one for each caller and two for each tenant; a query without a free slot is `queued`. With a public key, the usual limits apply.',
)

/** What a route supports, by its responses and problems. */
export const traits = (route: Route) => {
  const replies = [route.gives, ...(route.orGives ?? [])]
  return {
    streams: replies.some(({ contentType }) => contentType === EVENT_STREAM),
    /** Sends the events of the contract, from which a client can resume. */
    hasCursor: replies.some((reply) => reply.contentType === EVENT_STREAM && reply !== UI_MESSAGE_STREAM),
    /** Answers at once or later, as the request prefers. */
    defers: new Set(replies.map(({ status }) => status === 202)).size === 2,
    repeats: route.problems.includes('idempotency_mismatch'),
  }
}

export const EVENT_STREAM = 'text/event-stream'

/** The headers that a route reads. */
export const headersOf = (route: Route): z.ZodObject => {
  const { hasCursor, defers, repeats } = traits(route)
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
    ...(hasCursor ? { 'Last-Event-ID': LAST_EVENT_ID } : {}),
    ...(defers ? { Prefer: PREFER } : {}),
  })
}

const header = (schema: z.ZodType, id: string, description: string) => schema.meta({ header: { id, description } })
const whole = z.int().min(0)

/** Headers of responses; the specification asks for all but the last of them. */
const ANSWERED = {
  'X-Request-ID': header(z.string(), 'RequestId', 'The trace id of the request.'),
  'X-RateLimit-Limit': header(whole.optional(), 'RateLimitLimit', 'The request limit that is closest to exhaustion.'),
  'X-RateLimit-Remaining': header(whole.optional(), 'RateLimitRemaining', 'Remaining requests of that limit.'),
  'X-RateLimit-Reset': header(whole.optional(), 'RateLimitReset', 'When that limit resets, as Unix time in seconds.'),
}
const RETRY_AFTER = header(z.int().min(1).optional(), 'RetryAfter', 'Seconds to wait before retrying.')
const REPLAYED = header(
  z.literal('true').optional(),
  'IdempotentReplayed',
  'The response was first returned for an earlier request with this Idempotency-Key.',
)
const LOCATION = header(z.string().optional(), 'Location', 'URL of the result.')
const SENT_TO = header(z.string(), 'SentTo', 'URL to which the browser is redirected.')
const APPLIED = header(z.string().optional(), 'PreferenceApplied', 'The preference that was applied.')

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
