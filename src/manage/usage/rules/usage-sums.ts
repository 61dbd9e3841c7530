import type { Day } from '../../../ask/rules/day.ts'
import type { Spending } from '../../../ask/rules/spending.ts'

/** Sums of model usage, with the names of the stored fields. */
export interface TokenSums {
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly outputTokens?: number
  readonly calls?: number
  readonly costMicros?: number
  readonly unpricedCalls?: number
}

/** Sums of questions and indexing runs; absent: 0. */
export interface UseSums {
  readonly questions?: number
  readonly failed?: number
  readonly indexingRuns?: number
}

/** Sums of a day, or of a part of it. */
export type UsageSums = UseSums & TokenSums

/** Sums of one model in a cell: its tokens, and the questions that used it. */
interface ModelSums extends TokenSums, Pick<UseSums, 'questions' | 'failed'> {
  readonly model: string
}

/** Sums of one caller and database. Absent owner fields: unknown, for example for schedules; the overflow cell of a day has none. */
export interface UsageCell extends UseSums {
  readonly databaseId?: string
  readonly keyId?: string
  readonly userId?: number
  /** By the name of the model as base64url, because document keys may not contain dots. */
  readonly models?: Readonly<Record<string, ModelSums>>
}

/** A turn, an aborted call or an indexing run, counted once. */
export interface UsageEntry extends Pick<UsageCell, 'databaseId' | 'keyId' | 'userId'> {
  readonly id: string
  readonly day: Day
  readonly counts: UseSums
  readonly spending: readonly Spending[]
}
