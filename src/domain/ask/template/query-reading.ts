import { readCommand } from './read-command.ts'
import { readSql } from './read-sql.ts'

/** A constant of a query, at its place in the text. */
export interface Literal {
  readonly kind: 'text' | 'number'
  readonly start: number
  readonly end: number
  /** What it stands for: a text without its quotation, a number as it is written. */
  readonly value: string
  /** The column that it is compared with as it is, where the text alone says so. */
  readonly column?: NamedColumn
  /** It says how many rows there are to be. */
  readonly limitsRows?: true
  /** It is of the form of the result: how many decimals there are, or the place of a column. */
  readonly isForm?: true
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

export interface QueryReading {
  readonly literals: readonly Literal[]
  /** Every name and keyword, as it is written. */
  readonly names: readonly string[]
  readonly sources: readonly Source[]
  /** Names that the query gives by itself to what it computes. */
  readonly given: ReadonlySet<string>
}

/**
 * The constants of a query, SQL or a MongoDB command. It reads only what all dialects read alike: of a query with comments,
 * backslashes or other quotations than `'…'` it says nothing. Linear in the text.
 */
export const readQuery = (query: string): QueryReading | undefined =>
  /^\s*\{/.test(query) ? readCommand(query) : readSql(query)
