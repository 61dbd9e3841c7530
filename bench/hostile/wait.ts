/** Waits for answers, alone and beside a hostile caller. */
export interface Wait {
  readonly beside: string
  readonly aloneMs: readonly number[]
  readonly besideMs: readonly number[]
}
