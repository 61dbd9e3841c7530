import type { Usage } from '../../ask/rules/draft.ts'
import { ACCESS_PROBLEMS } from './access.ts'
import { ACCOUNTS_PROBLEMS } from './accounts.ts'
import { BILLING_PROBLEMS } from './billing.ts'
import { INPUT_PROBLEMS } from './input.ts'
import { LIMITS_PROBLEMS } from './limits.ts'
import type { ProblemRow } from './problem-row.ts'
import { SINGLE_SIGN_ON_PROBLEMS } from './single-sign-on.ts'
import { isStoreUnavailable } from './store-unavailable.ts'
import { TURNS_PROBLEMS } from './turns.ts'

/** Every named error. */
const PROBLEMS = {
  ...ACCESS_PROBLEMS,
  ...ACCOUNTS_PROBLEMS,
  ...SINGLE_SIGN_ON_PROBLEMS,
  ...BILLING_PROBLEMS,
  ...LIMITS_PROBLEMS,
  ...INPUT_PROBLEMS,
  ...TURNS_PROBLEMS,
} as const

export type ProblemName = keyof typeof PROBLEMS

/** An invalid field with a public message. */
export interface ProblemDetail {
  readonly field: string
  readonly message: string
  readonly code: string
}

interface ProblemOptions {
  readonly details?: readonly ProblemDetail[]
  /** A more specific public text; by default the first of the details, otherwise the table's text. */
  readonly message?: string
  readonly retryAfterS?: number | undefined
  /** Whether a retry of the same step may succeed; by default the table's `retryable`. */
  readonly transient?: boolean
  /** Whether the same request may succeed later; by default the table's value, or false if `transient` is false. */
  readonly retryable?: boolean
  /** Tokens spent before the failure. */
  readonly usage?: Usage | undefined
  /** For the log only. */
  readonly cause?: unknown
}

/** Whether and after how many seconds the same request may succeed; absent values are those of the table. */
export interface Retry {
  readonly retryable?: boolean
  readonly retryAfterS?: number
}

/** The retry fields of a failure. */
export const retryOf = ({ retryable, retryAfterS }: Retry): Retry => ({
  ...(retryable === undefined ? {} : { retryable }),
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
})

/** A named error. Its `cause` is never shown to a caller. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly problem: ProblemName
  readonly details: readonly ProblemDetail[]
  readonly retryAfterS: number | undefined
  readonly transient: boolean
  readonly retryable: boolean
  readonly usage: Usage | undefined

  constructor(problem: ProblemName, options: ProblemOptions = {}) {
    const entry = problemRow(problem)
    super(options.message ?? firstDetail(options.details) ?? entry.message, { cause: options.cause })
    this.problem = problem
    this.details = options.details ?? defaultDetails(entry)
    this.retryAfterS = options.retryAfterS ?? entry.retryAfterS
    this.transient = options.transient ?? entry.retryable ?? false
    this.retryable = options.retryable ?? (options.transient !== false && entry.retryable === true)
    this.usage = options.usage
  }

  /** This problem, marked as not solvable by a retry of the step. */
  asFinal(): Problem {
    const { message, details, retryAfterS, retryable, usage } = this
    return new Problem(this.problem, { message, details, transient: false, retryable, retryAfterS, usage, cause: this })
  }

  /** This problem with the tokens that were spent. */
  withUsage(usage: Usage | undefined): Problem {
    const { message, details, retryAfterS, transient, retryable } = this
    return new Problem(this.problem, { message, details, transient, retryable, retryAfterS, usage, cause: this })
  }
}

export const isProblemName = (text: string): text is ProblemName => Object.hasOwn(PROBLEMS, text)

export const PROBLEM_NAMES: readonly ProblemName[] = Object.keys(PROBLEMS).filter((name) => isProblemName(name))

/** The problem of an error; other errors are `internal`, unless the store is unavailable. */
export const problemNameOf = (error: unknown): ProblemName => {
  if (error instanceof Problem) return error.problem
  return isStoreUnavailable(error) ? 'store_unavailable' : 'internal'
}

const TIMEOUTS: ReadonlySet<ProblemName> = new Set(['query_timeout', 'database_connect_timeout'])

/** Whether no capacity was available. */
export const isBusy = (error: unknown): error is Problem => error instanceof Problem && error.problem === 'busy'

/** Whether a database timed out, in connecting or in a statement. */
export const isDatabaseTimeout = (error: unknown): boolean => error instanceof Problem && TIMEOUTS.has(error.problem)

export const problemRow = (problem: ProblemName): ProblemRow => PROBLEMS[problem]

/** The problem of an invalid field of a request. @param message to be appended to its name */
export const invalidField = (field: string, message: string, code = 'VALIDATION_ERROR', cause?: unknown): Problem =>
  new Problem('input_invalid', { details: [{ field, message, code }], cause })

/** The problem of a field that other fields of a request make mandatory. @param message to be appended to its name */
export const missingField = (field: string, message: string): Problem =>
  new Problem('field_missing', { details: [{ field, message, code: 'VALIDATION_ERROR' }] })

/** The first detail with its field, for clients that show only the text of a problem. */
const firstDetail = ([first]: readonly ProblemDetail[] = []): string | undefined => first && lineOf(first)

/** A detail as one line: `message: must not be empty`. */
export const lineOf = ({ field, message }: Pick<ProblemDetail, 'field' | 'message'>): string =>
  field === '' ? message : `${field}: ${message}`

const defaultDetails = (entry: ProblemRow): ProblemDetail[] =>
  entry.detailCode === undefined ? [] : [{ field: entry.field ?? '', message: entry.message, code: entry.detailCode }]
