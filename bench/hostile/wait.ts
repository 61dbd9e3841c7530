/** How long somebody waits for answers, alone and beside somebody else who does their worst. */
export interface Wait {
  readonly beside: string
  readonly aloneMs: readonly number[]
  readonly besideMs: readonly number[]
}
