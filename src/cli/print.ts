import { rowsTable } from './rows-table.ts'
import type { Terminal } from './terminal.ts'

/** Exactly one JSON document. */
export const printJson = (terminal: Pick<Terminal, 'write'>, document: unknown): void =>
  terminal.write(`${JSON.stringify(document, undefined, 2)}\n`)

/** Rows as a table, all of them; `none` when there is no row. */
export const printRows = (
  terminal: Pick<Terminal, 'write' | 'colors'>,
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
  none: string,
): void => {
  const [first] = rows
  if (first === undefined) {
    terminal.write(`${none}\n`)
    return
  }
  const columns = Object.keys(first).map((name) => ({ name, type: typeof first[name] }))
  const { colors } = terminal
  // Ids are there to be copied: none is cut to fit.
  const width = Number.MAX_SAFE_INTEGER
  terminal.write(`${rowsTable({ columns, rows, truncated: false }, { width, colors, rowsMax: rows.length })}\n`)
}
