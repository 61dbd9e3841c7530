/** Waiting times of answers, alone and under attack by another tenant. */
export interface Wait {
  readonly beside: string
  readonly aloneMs: readonly number[]
  readonly besideMs: readonly number[]
}
