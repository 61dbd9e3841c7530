import { printable } from '../platform/values/printable.ts'
import { UUID } from '../platform/values/uuid.ts'
import { styled, textTable } from './text-table.ts'

interface RowsTableInput {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly { readonly [column: string]: unknown }[]
  /** Whether the database has more rows. */
  readonly truncated: boolean
}

interface RowsTableOptions {
  /** Columns of the terminal; undefined: not a terminal, so that nothing is left out. */
  readonly width: number | undefined
  readonly rowsMax?: number
  readonly colors?: boolean
  /** How a cell that is wider than its column is shown. */
  readonly overflow?: 'cut' | 'wrap'
}

const SHOWN_MAX = 20

/** Rows as a terminal table: numbers right-aligned, wide cells cut, and a last line that counts hidden rows. */
export const rowsTable = (
  { columns, rows, truncated }: RowsTableInput,
  {
    width,
    rowsMax = width === undefined ? rows.length : SHOWN_MAX,
    colors = false,
    overflow = 'cut',
  }: RowsTableOptions,
): string => {
  const shown = rows.slice(0, rowsMax)
  const withCents = new Set(
    columns.filter(({ name }) => shown.some((row) => isFraction(row[name]))).map(({ name }) => name),
  )
  const cells = shown.map((row) => columns.map(({ name }) => cellText(row[name], withCents.has(name))))
  const table = textTable(
    {
      columns: columns.map(({ name, type }, index) => ({
        head: printable(name),
        ...(type === 'number' ? { align: 'right', whole: true } : { whole: cells.every((row) => isId(row[index])) }),
      })),
      rows: cells,
    },
    { width, colors, overflow },
  )
  const more = moreText(rows.length - shown.length, truncated)
  return more === '' ? table : `${table}\n${styled('dim', more, colors)}`
}

/** Ids are never cut, so that they can be copied. */
const isId = (cell: string | undefined): boolean => cell !== undefined && (UUID.test(cell) || cell === '–')

/** If a value of a column is an amount with cents, all values of the column get two decimals. */
const isFraction = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isInteger(value) && Number(value.toFixed(2)) === value

const cellText = (value: unknown, hasCents: boolean): string => {
  if (hasCents && typeof value === 'number' && Number(value.toFixed(2)) === value) return value.toFixed(2)
  if (value === null || value === undefined) return '–'
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const moreText = (hidden: number, truncated: boolean): string => {
  if (hidden === 0) return truncated ? '… more rows' : ''
  return `… ${hidden}${truncated ? ' and more' : ' more'} ${hidden === 1 && !truncated ? 'row' : 'rows'}`
}
