import { type ProblemRow, row } from './problem-row.ts'

/** More than is allowed, for now. */
export const LIMITS_PROBLEMS = {
  plan_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'QUOTA_RATE_LIMIT_EXCEEDED',
    'Your plan allows no more requests for now. Try again after the seconds in Retry-After.',
    { detailCode: 'QUOTA_EXCEEDED', retryable: true },
  ),
  monthly_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'QUOTA_MONTHLY_LIMIT_EXCEEDED',
    'This account has used all requests of its month. Try again after the seconds in Retry-After.',
    { detailCode: 'QUOTA_EXCEEDED', retryable: true },
  ),
  turn_tokens_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'BUSINESS_LIMIT_EXCEEDED',
    'This question needs more of the language model than one question may. Ask for less at once, or begin a new conversation.',
    { detailCode: 'QUOTA_EXCEEDED' },
  ),
  monthly_tokens_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'QUOTA_MONTHLY_LIMIT_EXCEEDED',
    'This account has used what it may of the language model this month. Try again after the seconds in Retry-After.',
    { detailCode: 'QUOTA_EXCEEDED', retryable: true },
  ),
  conversation_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'QUOTA_RATE_LIMIT_EXCEEDED',
    'Too many questions in conversations for now: 30 a minute and 200 an hour. Try again after the seconds in Retry-After.',
    { detailCode: 'QUOTA_EXCEEDED', retryable: true },
  ),
  refusal_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'SYSTEM_RATE_LIMIT_EXCEEDED',
    'Too many requests from here that were refused. Try again after the seconds in Retry-After.',
    { retryable: true },
  ),
  running_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'BUSINESS_LIMIT_EXCEEDED',
    'As many questions are being answered as your plan allows at once. Try again when one of them is done.',
    { detailCode: 'QUOTA_EXCEEDED', retryable: true, retryAfterS: 2 },
  ),
  ticket_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'BUSINESS_LIMIT_EXCEEDED',
    'You hold as many unused stream tickets as a caller may. Open a stream with one of them, or wait until they expire.',
    { detailCode: 'QUOTA_EXCEEDED', retryable: true, retryAfterS: 60 },
  ),
  database_limit_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'BUSINESS_QUOTA_EXCEEDED',
    'Your plan allows no more databases. Remove one, or take a higher plan.',
    { detailCode: 'QUOTA_EXCEEDED', retryAfterS: 3_600 },
  ),
  indexing_quota_reached: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'INDEXING_QUOTA_EXCEEDED',
    'Your plan allows no more indexing for now. Try again after the seconds in Retry-After.',
    { detailCode: 'QUOTA_EXCEEDED' },
  ),
  patterns_full: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'BUSINESS_LIMIT_EXCEEDED',
    'This database has as many patterns as a database may have; remove some that nobody needs.',
    { detailCode: 'QUOTA_EXCEEDED', retryAfterS: 60 },
  ),
  tenant_busy: row(
    429,
    'RATE_LIMIT_EXCEEDED',
    'SYSTEM_RATE_LIMIT_EXCEEDED',
    'Too many questions are being answered for you at the moment. Please try again shortly.',
    { retryable: true, retryAfterS: 2 },
  ),
} as const satisfies Record<string, ProblemRow>
