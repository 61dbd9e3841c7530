import type { Usage } from '../../ask/rules/draft.ts'
import { ACCESS_PROBLEMS } from './access.ts'
import { ACCOUNTS_PROBLEMS } from './accounts.ts'
import { BILLING_PROBLEMS } from './billing.ts'
import { INPUT_PROBLEMS } from './input.ts'
import { LIMITS_PROBLEMS } from './limits.ts'
import type { ProblemRow } from './problem-row.ts'
import { SINGLE_SIGN_ON_PROBLEMS } from './single-sign-on.ts'
import { isStoreAway } from './store-away.ts'
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

/** A field at fault and what is wrong with it, for the caller to read. */
export interface ProblemDetail {
  readonly field: string
  readonly message: string
  readonly code: string
}

export interface ProblemOptions {
  readonly details?: readonly ProblemDetail[]
  /** Replaces the table's text where more can be said; still public. Without it, the first of the details is told. */
  readonly message?: string
  readonly retryAfterS?: number | undefined
  /** Whether the same step may succeed when it is tried again; the table's `retryable` unless said otherwise. */
  readonly transient?: boolean
  /** Whether the same request may succeed later; by the table, unless trying the step again cannot mend it. */
  readonly retryable?: boolean
  /** Tokens spent before the failure. */
  readonly usage?: Usage | undefined
  /** For the log only. */
  readonly cause?: unknown
}

/** Whether the same request may succeed later, and after how many seconds; what is absent is as the table says. */
export interface Retry {
  readonly retryable?: boolean
  readonly retryAfterS?: number
}

/** Of a failure, that much. */
export const retryOf = ({ retryable, retryAfterS }: Retry): Retry => ({
  ...(retryable === undefined ? {} : { retryable }),
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
})

/** A named error. Thrown where a step cannot go on; its `cause` never reaches a caller. */
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
    super(options.message ?? told(options.details) ?? entry.message, { cause: options.cause })
    this.problem = problem
    this.details = options.details ?? defaultDetails(entry)
    this.retryAfterS = options.retryAfterS ?? entry.retryAfterS
    this.transient = options.transient ?? entry.retryable ?? false
    this.retryable = options.retryable ?? (options.transient !== false && entry.retryable === true)
    this.usage = options.usage
  }

  /** The same problem, which trying the step again will not mend. */
  asFinal(): Problem {
    const { message, details, retryAfterS, retryable, usage } = this
    return new Problem(this.problem, { message, details, transient: false, retryable, retryAfterS, usage, cause: this })
  }

  /** The same problem with all tokens that were spent on it. */
  withUsage(usage: Usage | undefined): Problem {
    const { message, details, retryAfterS, transient, retryable } = this
    return new Problem(this.problem, { message, details, transient, retryable, retryAfterS, usage, cause: this })
  }
}

export const isProblemName = (text: string): text is ProblemName => Object.hasOwn(PROBLEMS, text)

export const PROBLEM_NAMES: readonly ProblemName[] = Object.keys(PROBLEMS).filter((name) => isProblemName(name))

/** The problem that an error is; one that nobody named is broken on our side, unless the store is away. */
export const problemNameOf = (error: unknown): ProblemName => {
  if (error instanceof Problem) return error.problem
  return isStoreAway(error) ? 'store_unavailable' : 'internal'
}

const TIMEOUTS: ReadonlySet<ProblemName> = new Set(['query_timeout', 'database_connect_timeout'])

/** Whether there was no place for what was to be done. */
export const isBusy = (error: unknown): error is Problem => error instanceof Problem && error.problem === 'busy'

/** Whether a database did not answer in time, be it that nobody could connect or that a statement took too long. */
export const isDatabaseTimeout = (error: unknown): boolean => error instanceof Problem && TIMEOUTS.has(error.problem)

/** The table's row for a problem. */
export const problemRow = (problem: ProblemName): ProblemRow => PROBLEMS[problem]

/** What is wrong with one field of a request. @param message to be read after its name */
export const invalidField = (field: string, message: string, code = 'VALIDATION_ERROR', cause?: unknown): Problem =>
  new Problem('input_invalid', { details: [{ field, message, code }], cause })

/** A field that is asked for by what else a request says, and is not there. @param message to be read after its name */
export const missingField = (field: string, message: string): Problem =>
  new Problem('field_missing', { details: [{ field, message, code: 'VALIDATION_ERROR' }] })

/** The first thing that is wrong, with its field: whoever shows only the text of a problem shows which field it is. */
const told = ([first]: readonly ProblemDetail[] = []): string | undefined => first && lineOf(first)

/** A detail in one line: `message: must not be empty`. */
export const lineOf = ({ field, message }: Pick<ProblemDetail, 'field' | 'message'>): string =>
  field === '' ? message : `${field}: ${message}`

const defaultDetails = (entry: ProblemRow): ProblemDetail[] =>
  entry.detailCode === undefined ? [] : [{ field: entry.field ?? '', message: entry.message, code: entry.detailCode }]
