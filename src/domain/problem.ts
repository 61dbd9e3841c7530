import type { Usage } from './ask/draft.ts'

/**
 * Every named error: its status, its code in both envelopes of the specification, and its public text. A public text
 * helps the reader act and says nothing about anyone else. Sources: specification, section Errors.
 */
interface ProblemRow {
  readonly status: number
  /** Envelope A (`error.code`). */
  readonly code: string
  /** Envelope B (`error_code`). */
  readonly errorCode: string
  readonly message: string
  /** Envelope B, `details[]`: the field at fault, and the detail code. */
  readonly field?: string
  readonly detailCode?: string
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean
  /** Seconds, for `Retry-After`. */
  readonly retryAfterS?: number
}

const PROBLEMS = {
  credentials_missing: row(
    401,
    'UNAUTHORIZED',
    'AUTH_INVALID_CREDENTIALS',
    'An API key is required: send it in the X-API-Key header.',
    { field: 'X-API-Key', detailCode: 'MISSING_REQUIRED_HEADER' },
  ),
  credentials_invalid: row(401, 'UNAUTHORIZED', 'AUTH_INVALID_CREDENTIALS', 'The API key is not valid.', {
    field: 'X-API-Key',
    detailCode: 'AUTH_FAILED',
  }),
  bearer_not_supported: row(
    401,
    'UNAUTHORIZED',
    'AUTH_TOKEN_INVALID',
    'Authorization: Bearer carries portal tokens only; send an API key in the X-API-Key header.',
    { field: 'Authorization', detailCode: 'AUTH_FAILED' },
  ),
  scope_missing: row(403, 'FORBIDDEN', 'AUTH_INSUFFICIENT_PERMISSIONS', 'The X-Scope-Id header is required here.', {
    field: 'X-Scope-Id',
    detailCode: 'MISSING_REQUIRED_HEADER',
  }),
  tenant_missing: row(
    403,
    'INVALID_TENANT_ID',
    'AUTH_INSUFFICIENT_PERMISSIONS',
    'This database requires the X-Tenant-Id header.',
    { field: 'X-Tenant-Id', detailCode: 'MISSING_REQUIRED_HEADER' },
  ),
  tenant_invalid: row(
    403,
    'INVALID_TENANT_ID',
    'AUTH_INSUFFICIENT_PERMISSIONS',
    'X-Tenant-Id must be a positive integer.',
    { field: 'X-Tenant-Id', detailCode: 'INVALID_FORMAT' },
  ),
  tenant_not_expected: row(
    403,
    'INVALID_TENANT_ID',
    'AUTH_INSUFFICIENT_PERMISSIONS',
    'Organization scoping is not enabled for this database; leave out X-Tenant-Id.',
    { field: 'X-Tenant-Id', detailCode: 'INVALID_FORMAT' },
  ),
  key_not_permitted: row(
    403,
    'FORBIDDEN',
    'AUTH_INSUFFICIENT_PERMISSIONS',
    'This kind of API key may not be used here; use an organization key (sk_…) on your own server.',
    { field: 'X-API-Key', detailCode: 'AUTH_FAILED' },
  ),
  header_repeated: row(400, 'VALIDATION_ERROR', 'VALIDATION_INVALID_FORMAT', 'A header was sent more than once.', {
    detailCode: 'INVALID_FORMAT',
  }),
  input_invalid: row(400, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'The request is not valid.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  field_missing: row(400, 'VALIDATION_ERROR', 'VALIDATION_MISSING_REQUIRED_FIELD', 'A required field is missing.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  body_malformed: row(400, 'VALIDATION_ERROR', 'VALIDATION_INVALID_FORMAT', 'The body is not valid JSON.', {
    detailCode: 'INVALID_FORMAT',
  }),
  body_too_large: row(413, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'The body is larger than 256 kB.', {
    detailCode: 'VALIDATION_ERROR',
  }),
  content_type_unsupported: row(
    415,
    'VALIDATION_ERROR',
    'VALIDATION_INVALID_FORMAT',
    'Send the body as Content-Type: application/json.',
    { field: 'Content-Type', detailCode: 'INVALID_FORMAT' },
  ),
  database_mismatch: row(
    400,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'This conversation belongs to another database; leave out database_id or start a new conversation.',
    { field: 'database_id', detailCode: 'VALIDATION_ERROR' },
  ),
  idempotency_mismatch: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'This Idempotency-Key was used with another request.',
    { field: 'Idempotency-Key', detailCode: 'VALIDATION_ERROR' },
  ),
  turn_running: row(
    409,
    'CONFLICT',
    'BUSINESS_INVALID_STATE',
    'A request with this Idempotency-Key is still running.',
    { retryable: true, retryAfterS: 2 },
  ),
  route_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'There is nothing at this address.'),
  method_not_allowed: row(405, 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'This address does not take this method.'),
  conversation_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The conversation was not found.'),
  database_not_found: row(404, 'DATABASE_NOT_FOUND', 'NOT_FOUND_DATABASE', 'The database was not found.'),
  turn_not_found: row(404, 'NOT_FOUND', 'NOT_FOUND_RESOURCE', 'The turn was not found.'),
  turn_cancelled: row(400, 'CANCELLED', 'BUSINESS_OPERATION_FAILED', 'The question was cancelled.'),
  turn_timeout: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'DB_QUERY_FAILED',
    'The question took too long and was stopped. Ask for less at once, for example a shorter period.',
    { detailCode: 'QUERY_TIMEOUT' },
  ),
  query_timeout: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'DB_QUERY_FAILED',
    'The query took too long and was stopped. Ask for less at once, for example a shorter period.',
    { detailCode: 'QUERY_TIMEOUT' },
  ),
  query_failed: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'DB_QUERY_FAILED',
    'The database could not run the query for this question. Try to put the question another way.',
  ),
  query_refused: row(
    422,
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'This question cannot be answered within what you may see. Try to put it another way.',
    { detailCode: 'VALIDATION_ERROR' },
  ),
  database_unreachable: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'DB_CONNECTION_FAILED',
    'The database cannot be reached at the moment.',
    { detailCode: 'CONNECTION_FAILED', retryable: true },
  ),
  model_failed: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'EXTERNAL_LLM_ERROR',
    'The language model did not give a usable answer. Please try again.',
    { retryable: true },
  ),
  worker_unavailable: row(
    503,
    'SERVICE_UNAVAILABLE',
    'SYSTEM_SERVICE_UNAVAILABLE',
    'Questions cannot be answered at the moment. Please try again shortly.',
    { retryable: true, retryAfterS: 5 },
  ),
  tenant_busy: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'SYSTEM_RATE_LIMIT_EXCEEDED',
    'Too many questions are being answered for you at the moment. Please try again shortly.',
    { retryable: true, retryAfterS: 2 },
  ),
  store_unavailable: row(
    503,
    'SERVICE_UNAVAILABLE',
    'SYSTEM_SERVICE_UNAVAILABLE',
    'The service is not available at the moment. Please try again shortly.',
    { retryable: true, retryAfterS: 5 },
  ),
  internal: row(500, 'INTERNAL_SERVER_ERROR', 'SYSTEM_INTERNAL_ERROR', 'Something went wrong on our side.'),
} as const satisfies Record<string, ProblemRow>

function row(
  status: number,
  code: string,
  errorCode: string,
  message: string,
  more: Partial<ProblemRow> = {},
): ProblemRow {
  return { status, code, errorCode, message, ...more }
}

export type ProblemName = keyof typeof PROBLEMS

/** A field at fault and what is wrong with it, for the caller to read. */
export interface ProblemDetail {
  readonly field: string
  readonly message: string
  readonly code: string
}

export interface ProblemOptions {
  readonly details?: readonly ProblemDetail[]
  /** Replaces the table's text where more can be said; still public. */
  readonly message?: string
  readonly retryAfterS?: number | undefined
  /** Whether the same step may succeed when it is tried again; the table's `retryable` unless said otherwise. */
  readonly transient?: boolean
  /** Tokens spent before the failure. */
  readonly usage?: Usage | undefined
  /** For the log only. */
  readonly cause?: unknown
}

/** A named error. Thrown where a step cannot go on; its `cause` never reaches a caller. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly problem: ProblemName
  readonly details: readonly ProblemDetail[]
  readonly retryAfterS: number | undefined
  readonly transient: boolean
  readonly usage: Usage | undefined

  constructor(problem: ProblemName, options: ProblemOptions = {}) {
    const entry = problemRow(problem)
    super(options.message ?? entry.message, { cause: options.cause })
    this.problem = problem
    this.details = options.details ?? defaultDetails(entry)
    this.retryAfterS = options.retryAfterS ?? entry.retryAfterS
    this.transient = options.transient ?? entry.retryable ?? false
    this.usage = options.usage
  }

  /** The same problem with all tokens that were spent on it. */
  withUsage(usage: Usage | undefined): Problem {
    const { message, details, retryAfterS, transient } = this
    return new Problem(this.problem, { message, details, transient, retryAfterS, usage, cause: this })
  }
}

/** The table's row for a problem. */
export const problemRow = (problem: ProblemName): ProblemRow => PROBLEMS[problem]

export const isProblemName = (text: string): text is ProblemName => Object.hasOwn(PROBLEMS, text)

const defaultDetails = (entry: ProblemRow): ProblemDetail[] =>
  entry.detailCode === undefined ? [] : [{ field: entry.field ?? '', message: entry.message, code: entry.detailCode }]
