import { rowsTable } from './rows-table.ts'
import type { Terminal } from './terminal.ts'

/** Prints one JSON document. */
export const printJson = (terminal: Pick<Terminal, 'write'>, document: unknown): void =>
  terminal.write(`${JSON.stringify(document, undefined, 2)}\n`)

export type Row = Readonly<Record<string, string | number | boolean | null>>

interface PrintOptions {
  readonly overflow?: 'cut' | 'wrap'
  /** Columns of text that are right-aligned like numbers. */
  readonly numbers?: readonly string[]
}

/** Prints all rows as a table, or the text `none` without rows. */
export const printRows = (
  terminal: Pick<Terminal, 'write' | 'width' | 'colors'>,
  rows: readonly Row[],
  none: string,
  { overflow = 'wrap', numbers = [] }: PrintOptions = {},
): void => {
  terminal.write(rows.length === 0 ? `${none}\n` : `${wholeTable(rows, terminal, { overflow, numbers })}\n`)
}

/** All rows as a table, with the fields of the first row as columns. */
export const wholeTable = (
  rows: readonly Row[],
  { width, colors }: Pick<Terminal, 'width' | 'colors'>,
  { overflow = 'cut', numbers = [] }: PrintOptions = {},
): string => {
  const [first = {}] = rows
  const typeOf = (name: string) => (numbers.includes(name) ? 'number' : typeof first[name])
  const columns = Object.keys(first).map((name) => ({ name, type: typeOf(name) }))
  return rowsTable({ columns, rows, truncated: false }, { width, colors, rowsMax: rows.length, overflow })
}
