import type { Schema } from '../guard/schema.ts'
import type { Glossary } from './glossary.ts'

/** What a planner may know: only what this caller may see. */
export interface Knowledge {
  readonly databaseName: string
  readonly engine: string
  readonly dialectNotes: string
  /** Without denied tables and hidden columns. */
  readonly schema: Schema
  readonly glossary: Glossary
  /** Distinct values of text columns, read through the guard: these are rows of the caller. */
  readonly values: readonly ColumnValues[]
}

export interface ColumnValues {
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
  /** False when the column has more distinct values than were read. */
  readonly complete: boolean
}
