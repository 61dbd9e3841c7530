import type { ColumnValues } from './knowledge.ts'

/** Names for which no text was found, with how much was searched. */
export interface NotFound {
  /** As written in the question. */
  readonly texts: readonly string[]
  /** Number of text columns that were read, of the total. */
  readonly read: number
  readonly of: number
  readonly unread: readonly Pick<ColumnValues, 'table' | 'column'>[]
  /** Whether rows were read; only the first rows are searched for parts of texts. */
  readonly isPart: boolean
}
