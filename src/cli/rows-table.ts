import { styleText } from 'node:util'
import Table from 'cli-table3'

export interface RowsTableInput {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
  /** Whether the database has more rows than these. */
  readonly truncated: boolean
}

export interface RowsTableOptions {
  /** Of the terminal, in characters. */
  readonly width: number
  readonly rowsMax?: number
  readonly colors?: boolean
}

const CELL_MAX = 40
const CELL_MIN = 8
const PADDING_AND_BORDER = 3

/** Rows as a table for a terminal: numbers to the right, wide cells cut, a last line for what is not shown. */
export const rowsTable = (
  { columns, rows, truncated }: RowsTableInput,
  { width, rowsMax = 20, colors = false }: RowsTableOptions,
): string => {
  const shown = rows.slice(0, rowsMax)
  const withCents = new Set(
    columns.filter(({ name }) => shown.some((row) => isFraction(row[name]))).map(({ name }) => name),
  )
  const cells = shown.map((row) => columns.map(({ name }) => cellText(row[name], withCents.has(name))))
  const widths = columns.map(({ name }, index) =>
    Math.max(...[printable(name), ...cells.map((row) => row[index] ?? '')].map((text) => [...text].length)),
  )
  const style = (format: 'bold' | 'dim', text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const table = new Table({
    head: columns.map(({ name }) => style('bold', printable(name))),
    colAligns: columns.map(({ type }) => (type === 'number' ? 'right' : 'left')),
    colWidths: shareWidth(
      widths,
      columns.map(({ type }) => type === 'number'),
      width,
    ),
    style: { head: [], border: [], compact: true },
  })
  table.push(...cells)
  const more = moreText(rows.length - shown.length, truncated)
  return more === '' ? table.toString() : `${table.toString()}\n${style('dim', more)}`
}

/** Text from a database must not move the cursor or change colours: control characters do not get through. */
export const printable = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{Cc}|\p{Bidi_Control}/gu, '')

/** Amounts and averages: where one has decimals, all of its column have two. */
const isFraction = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isInteger(value) && Number(value.toFixed(2)) === value

const cellText = (value: unknown, hasCents: boolean): string => {
  if (hasCents && typeof value === 'number' && Number(value.toFixed(2)) === value) return value.toFixed(2)
  if (value === null || value === undefined) return '–'
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/**
 * Column widths for `cli-table3`, null where a column may be as wide as it is. The widest text gives way first; a
 * number that is cut would be another number.
 */
const shareWidth = (natural: readonly number[], isNumber: readonly boolean[], width: number): (number | null)[] => {
  const widths = natural.map((needed, index) => (isNumber[index] ? needed : Math.min(needed, CELL_MAX)))
  const excess = () => widths.reduce((sum, cell) => sum + cell + PADDING_AND_BORDER, 1) - width
  while (excess() > 0) {
    const widest = Math.max(...widths.filter((_, index) => !isNumber[index]))
    if (widest <= CELL_MIN) break
    widths[widths.findIndex((cell, index) => cell === widest && !isNumber[index])] = widest - 1
  }
  return widths.map((cell, index) => (cell < (natural[index] ?? 0) ? cell + 2 : null))
}

const moreText = (hidden: number, truncated: boolean): string => {
  if (hidden === 0) return truncated ? '… more rows' : ''
  return `… ${hidden}${truncated ? ' and more' : ' more'} ${hidden === 1 && !truncated ? 'row' : 'rows'}`
}
