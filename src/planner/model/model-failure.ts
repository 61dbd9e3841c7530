import { ContextOverflowError, getRetryable } from '@langchain/core/errors'
import type { Usage } from '../../ask/rules/draft.ts'
import { Problem } from '../../platform/problems/problem.ts'

/** We ended the call: its deadline passed. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** The stream ended before the model did. */
export class StreamCut extends Error {
  override readonly name = 'StreamCut'
}

/** The prompt was longer than the model's window. */
export class PromptTooLong extends Error {
  override readonly name = 'PromptTooLong'
}

/** The provider refuses requests until a payment, or until its day or month is over. */
export class QuotaExhausted extends Error {
  override readonly name = 'QuotaExhausted'
}

/** A model was cut off by its own limit, before its reply was usable. */
export class ReplyCut extends Error {
  override readonly name = 'ReplyCut'
  /** Length of its reply; undefined if its server counts none. */
  readonly tokens: number | undefined

  constructor(issues: string, tokens: number | undefined) {
    super(issues)
    this.tokens = tokens
  }
}

const BUSY = "The language model's provider is busy at the moment. Please try again shortly."
const SLOW = 'The language model took too long to answer. Please try again.'
const REFUSED = "The language model's provider does not accept requests with the current settings."
const EXHAUSTED = "The quota at the language model's provider is used up."
const TOO_LONG = 'The question and what it needs to know are too long for the language model.'

/**
 * The problem for a failed call. Only our own text reaches the caller: a provider's text may hold keys, addresses and
 * parts of the prompt, so the cause keeps name, status and code only.
 */
export const modelFailure = (error: unknown, usage: Usage): Problem => {
  const { problem = 'model_failed', message, transient } = judge(error)
  const retryAfterS = transient ? retryAfter(error) : undefined
  return new Problem(problem, {
    usage,
    transient,
    ...(message === undefined ? {} : { message }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
    cause: causeOf(error),
  })
}

const causeOf = (error: unknown): Error => {
  const facts = describe(error)
  if (isTooLong(error)) return new PromptTooLong(facts)
  return isQuotaExhausted(error) ? new QuotaExhausted(facts) : new Error(facts)
}

/** The status of the HTTP response, if there was one: most clients expose it, Mistral's and Ollama's too. */
export const statusOf = (error: unknown): number | undefined =>
  ['status', 'statusCode', 'status_code'].map((name) => field(error, name)).find((status) => typeof status === 'number')

/** The status of a failed call, or the class of its error: a message may quote the prompt. */
export const failureType = (error: unknown): string =>
  String(statusOf(error) ?? (error instanceof Error ? error.name : 'error'))

/** Messages of servers of small models, which LangChain does not know. */
const WINDOW =
  /exceed_context_size|exceeds? the (?:available|maximum)? ?context|context (?:size|length|window)|prompt is too long|too many (?:input )?tokens|input token count/i

/** Whether a server rejected a prompt because it is longer than its model's window. */
export const isTooLong = (error: unknown): boolean => {
  if (ContextOverflowError.isInstance(error) || error instanceof PromptTooLong) return true
  const status = statusOf(error)
  if (status !== undefined && status !== 400 && status !== 413 && status !== 422 && status !== 500) return false
  return WINDOW.test(messageOf(error))
}

/** Messages of providers about a used-up balance or daily quota. Gemini sends the same for a limit per minute, and names the minute. */
const QUOTA =
  /insufficient.?(?:quota|balance|funds|credits?)|exceeded your current quota|credit balance is too low|billing|usage limits?/i
const OF_A_DAY = /per.?(?:day|month)|(?:daily|monthly|spend(?:ing)?) (?:limit|quota)/i
const OF_A_MINUTE = /per.?(?:minute|second|min)\b|PerMinute/i

/** Whether a request was refused because the quota at the provider is used up, not because of a rate limit. */
export const isQuotaExhausted = (error: unknown): boolean => {
  const code = field(error, 'code')
  const status = statusOf(error)
  if (code === 'insufficient_quota' || status === 402) return true
  const message = messageOf(error)
  if (status === 429) {
    // OpenAI's windows slide, also those of a day, so there is room again soon.
    if (code === 'rate_limit_exceeded' || (OF_A_MINUTE.test(message) && !OF_A_DAY.test(message))) return false
    if (getRetryable(error) === false) return true
  }
  return (status === 400 || status === 403 || status === 429) && (QUOTA.test(message) || OF_A_DAY.test(message))
}

/** Whether a provider's content filter refused a prompt. */
export const isDeclined = (error: unknown): boolean =>
  (statusOf(error) ?? 400) === 400 && /content.?filter|content management policy/i.test(messageOf(error))

const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, MESSAGE_READ_MAX) : '')

const MESSAGE_READ_MAX = 2_000

interface Judgement {
  readonly problem?: 'model_failed' | 'model_unavailable'
  readonly message?: string
  readonly transient: boolean
}

const judge = (error: unknown): Judgement => {
  if (error instanceof DeadlineExceeded) return { message: SLOW, transient: true }
  if (isTooLong(error)) return { message: TOO_LONG, transient: false }
  const status = statusOf(error)
  const retryable = getRetryable(error)
  if (isQuotaExhausted(error)) return { message: EXHAUSTED, transient: false }
  if (status === 429) return { message: BUSY, transient: true }
  if (status === 408) return { message: SLOW, transient: true }
  if (status !== undefined && status >= 500) return { message: BUSY, transient: true }
  if (status !== undefined) return { message: REFUSED, transient: false }
  if (error instanceof StreamCut || error instanceof SyntaxError) return { transient: true }
  if (isTimeout(error)) return { message: SLOW, transient: true }
  if (isConnection(error)) return { problem: 'model_unavailable', transient: true }
  // LangChain classifies errors that providers report inside a stream.
  return { transient: retryable ?? true }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

const isConnection = (error: unknown): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = field(at, 'code')
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true
    if (at.message === 'terminated' || at.message === 'fetch failed') return true
  }
  return false
}

/** Seconds, rounded up; LangChain has parsed both forms of `Retry-After` on a 429, and on no other status. */
const retryAfter = (error: unknown): number | undefined => {
  const read = field(error, 'retryAfterMs')
  const ms = typeof read === 'number' ? read : headerMs(field(error, 'headers'))
  return ms === undefined || !Number.isFinite(ms) ? undefined : Math.max(1, Math.ceil(ms / 1000))
}

const headerMs = (headers: unknown): number | undefined => {
  if (!(headers instanceof Headers)) return undefined
  const value = headers.get('retry-after')
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : date - Date.now()
}

const describe = (error: unknown): string => {
  const facts = [
    error instanceof Error ? error.name : typeof error,
    field(error, 'status'),
    field(error, 'code'),
    field(error, 'type'),
  ]
  return facts
    .filter((fact) => typeof fact === 'number' || (typeof fact === 'string' && /^[\w.-]{1,60}$/.test(fact)))
    .join(' ')
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
