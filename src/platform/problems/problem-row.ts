/**
 * A named error: its status, its codes in both envelopes of the specification, and its public text. A public text helps the reader
 * act and reveals nothing about others. Source: specification, section Errors.
 */
export interface ProblemRow {
  readonly status: number
  /** Envelope A (`error.code`). */
  readonly code: string
  /** Envelope B (`error_code`). */
  readonly errorCode: string
  readonly message: string
  /** Envelope B, `details[]`: the invalid field, and the detail code. */
  readonly field?: string
  readonly detailCode?: string
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean
  /** Seconds, for `Retry-After`. */
  readonly retryAfterS?: number
}

export const row = (
  status: number,
  code: string,
  errorCode: string,
  message: string,
  more: Partial<ProblemRow> = {},
): ProblemRow => ({ status, code, errorCode, message, ...more })
