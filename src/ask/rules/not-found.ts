import type { ColumnValues } from './knowledge.ts'

/** Names that no text was found for, with how far they were looked for. */
export interface NotFound {
  /** As they were asked for. */
  readonly texts: readonly string[]
  /** Text columns that were read, of so many. */
  readonly read: number
  readonly of: number
  readonly unread: readonly Pick<ColumnValues, 'table' | 'column'>[]
  /** Whether rows were read at all, of which no more than the first ones are searched for parts of texts. */
  readonly isPart: boolean
}
