import { rowsTable } from './rows-table.ts'
import type { Terminal } from './terminal.ts'

/** Exactly one JSON document. */
export const printJson = (terminal: Pick<Terminal, 'write'>, document: unknown): void =>
  terminal.write(`${JSON.stringify(document, undefined, 2)}\n`)

export type Row = Readonly<Record<string, string | number | boolean | null>>

export interface PrintOptions {
  readonly overflow?: 'cut' | 'wrap'
  /** Columns whose texts are aligned as numbers are. */
  readonly numbers?: readonly string[]
}

/** Rows as a table, all of them and whole; `none` when there is no row. */
export const printRows = (
  terminal: Pick<Terminal, 'write' | 'width' | 'colors'>,
  rows: readonly Row[],
  none: string,
  { overflow = 'wrap', numbers = [] }: PrintOptions = {},
): void => {
  const [first] = rows
  if (first === undefined) {
    terminal.write(`${none}\n`)
    return
  }
  const columns = Object.keys(first).map((name) => ({
    name,
    type: numbers.includes(name) ? 'number' : typeof first[name],
  }))
  const { colors, width } = terminal
  const options = { width, colors, rowsMax: rows.length, overflow }
  terminal.write(`${rowsTable({ columns, rows, truncated: false }, options)}\n`)
}
