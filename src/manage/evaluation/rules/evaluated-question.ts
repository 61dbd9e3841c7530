/** A question of an evaluation with its expected answer. Plain data: it is stored with its evaluation. */
export interface EvaluatedQuestion {
  /** As its file calls it. */
  readonly id: string
  readonly text: string
  /** The index (from 0) of an earlier question of the same file that it follows up. */
  readonly after?: number
  readonly expected: Expected
  readonly tenantId?: string
  readonly scopeId?: string
  readonly tags: readonly string[]
}

/** Rows that one of several gold queries finds, or no query at all. */
export type Expected =
  | { readonly kind: 'rows'; readonly golds: readonly string[] }
  | { readonly kind: 'decline' }
  | { readonly kind: 'chat' }

/** So many questions of one evaluation are asked in all, repetitions included. */
export const TRIALS_MAX = 5_000
export const REPEAT_MAX = 20
