import { readCommand } from './read-command.ts'
import { readSql } from './sql/read-sql.ts'

/**
 * What a constant is for, where its place says that it is no value of a row: the number of rows, a place of a column or a
 * format, a stretch of time, a factor between units, a month or a day of the week.
 */
export type Role = 'limit' | 'form' | 'duration' | 'factor' | 'calendar'

/** A constant of a query, at its place in the text. */
export interface Literal {
  readonly kind: 'text' | 'number'
  readonly start: number
  readonly end: number
  /** What it stands for: a text without its quotation, a number as it is written. */
  readonly value: string
  readonly role?: Role
  /** How it is compared, where its place says so. */
  readonly compared?: 'equal' | 'range'
  /** It is a text that the result shows, and is compared with nothing. */
  readonly isLabel?: true
  /** What a range bounds, where its place says so. */
  readonly bound?: Bound
  /** The column that it is compared with as it is, where the text alone says so. */
  readonly column?: NamedColumn
}

/** One end of a range. */
export interface Bound {
  readonly side: 'low' | 'high'
  /** The same text for all that bounds the same columns in the same place. */
  readonly about: string
  /** The columns in what is bounded; none of a count. */
  readonly columns: readonly string[]
}

/** A column as a query names it. */
export interface NamedColumn {
  /** The table, or what the query calls it. */
  readonly of?: string
  readonly name: string
}

/** A table that a query reads. */
export interface Source {
  readonly schema?: string
  readonly name: string
  readonly alias?: string
}

/** A name or a keyword, at its place in the text. */
export interface Name {
  /** Without quotation. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** It is of the language: a keyword, a function, an operator. */
  readonly isSyntax: boolean
  /** Some dialect would read it as a text: `"Acme"`. */
  readonly mayBeText: boolean
}

export interface QueryReading {
  readonly literals: readonly Literal[]
  readonly names: readonly Name[]
  readonly sources: readonly Source[]
  /** Names that the query gives by itself to tables, columns and what it computes; in lower case. */
  readonly given: ReadonlySet<string>
}

/**
 * The constants of a query, SQL or a MongoDB command. It reads only what all dialects read alike: of a query with comments,
 * backslashes or other quotations than `'…'` it says nothing. Linear in the text.
 */
export const readQuery = (query: string): QueryReading | undefined =>
  isCommand(query) ? readCommand(query) : readSql(query)

/** Whether a query is a MongoDB command in JSON. */
export const isCommand = (query: string): boolean => /^\s*\{/.test(query)
