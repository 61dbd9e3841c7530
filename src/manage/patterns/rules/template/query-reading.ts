import { readCommand } from './read-command.ts'
import { readSql } from './sql/read-sql.ts'

/**
 * The purpose of a constant that is not a value of a row, by its position: a row limit, a form (column position or format), a
 * duration, a factor between units, or a calendar number (month, day of the week).
 */
export type LiteralRole = 'limit' | 'form' | 'duration' | 'factor' | 'calendar'

/** A constant of a query and its range in the text. */
export interface Literal {
  readonly kind: 'text' | 'number'
  readonly start: number
  readonly end: number
  /** A text without quotes, a number as written. */
  readonly value: string
  readonly role?: LiteralRole
  /** How it is compared, if its position shows that. */
  readonly compared?: 'equal' | 'range'
  /** A text shown in the result and not compared. */
  readonly isLabel?: true
  /** What a range bounds, if its position shows that. */
  readonly bound?: RangeBound
  /** The column that it is compared with directly, if the query text shows that. */
  readonly column?: NamedColumn
}

/** One end of a range. */
export interface RangeBound {
  readonly side: 'low' | 'high'
  /** Equal for all bounds of the same columns in the same branch. */
  readonly about: string
  /** The columns of the bounded expression; empty for a count. */
  readonly columns: readonly string[]
}

/** A column as a query names it. */
export interface NamedColumn {
  /** The table or its alias. */
  readonly of?: string
  readonly name: string
}

/** A table that a query reads. */
export interface Source {
  readonly schema?: string
  readonly name: string
  readonly alias?: string
}

/** A name or a keyword and its range in the text. */
export interface Name {
  /** Without quotes. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether it is a keyword, a function or an operator. */
  readonly isSyntax: boolean
  /** Whether some dialect reads it as a text: `"Acme"`. */
  readonly mayBeText: boolean
}

export interface QueryReading {
  readonly literals: readonly Literal[]
  readonly names: readonly Name[]
  readonly sources: readonly Source[]
  /** Names that the query defines for tables, columns and computed values; in lower case. */
  readonly definedNames: ReadonlySet<string>
}

/**
 * The constants and names of a query, SQL or a MongoDB command, in linear time.
 *
 * @returns undefined if dialects could read the query differently: comments, backslashes, string quotes other than `'…'`
 */
export const readQuery = (query: string): QueryReading | undefined =>
  isCommand(query) ? readCommand(query) : readSql(query)

/** Whether a query is a MongoDB command in JSON. */
export const isCommand = (query: string): boolean => /^\s*\{/.test(query)
