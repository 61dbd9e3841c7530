/** A question with its expected answer; plain data that is stored with its evaluation. */
export interface EvaluatedQuestion {
  /** The id in its file. */
  readonly id: string
  readonly text: string
  /** Index from 0 of the earlier question in the file that it follows up. */
  readonly after?: number
  readonly expected: ExpectedResult
  readonly tenantId?: string
  readonly scopeId?: string
  readonly tags: readonly string[]
}

/** The rows of one of the gold queries, or no query. */
export type ExpectedResult =
  | { readonly kind: 'rows'; readonly golds: readonly string[] }
  | { readonly kind: 'decline' }
  | { readonly kind: 'chat' }

/** Maximum trials of an evaluation, including repetitions. */
export const TRIALS_MAX = 5_000
export const REPEAT_MAX = 20
