import type { QueryResult, Row } from '../../ask/rules/outcome.ts'
import { amountText } from './amount-text.ts'
import type { FiguredColumn } from './figures-of.ts'

const LISTED_MAX = 12
/** Maximum of default columns. */
const CELLS_MAX = 8

const COUNTS = new Intl.NumberFormat('en-US')

/** Rows as lines of a list, the first few of them; omitted rows are counted. */
export const rowLines = (
  { rowCount }: Pick<QueryResult, 'rowCount'>,
  rows: readonly Row[],
  columns: readonly FiguredColumn[],
  linesMax = LISTED_MAX,
): string => {
  const shown = rows.slice(0, linesMax)
  const lines = rowTexts(shown, columns).map((text) => `- ${text}`)
  const more = rowCount - shown.length
  return [...lines, ...(more > 0 ? [`- … and ${COUNTS.format(more)} more`] : [])].join('\n')
}

/** Each row as text: its label, a colon, and its values. */
export const rowTexts = (rows: readonly Row[], columns: readonly FiguredColumn[]): readonly string[] => {
  const shown = columns.filter(({ figure }) => figure.role !== 'aside').slice(0, CELLS_MAX)
  const labels = shown.filter(({ figure }) => figure.role === 'label')
  const values = shown.filter(({ figure }) => figure.role !== 'label')
  return rows.map((row) => {
    const there = values.filter(({ name, figure }) => figure.role !== 'extra' || (row[name] ?? null) !== null)
    const label = labels.map(({ name, figure }) => labelText(row, name, figure)).join(', ')
    const said = there.map(({ name, figure }) => valueText(row, { name, figure }))
    return [label, said.join(', ')].filter((part) => part !== '').join(': ')
  })
}

/** A bare number needs its name: `order 6119`, `rating 4`. */
const labelText = (row: Row, name: string, figure: FiguredColumn['figure']): string => {
  const text = amountText(row[name], figure)
  const isNumber = typeof row[name] === 'number' || (figure.kind === 'plain' && /^\d+$/.test(text))
  return isNumber && figure.says !== '' && figure.unit === null ? `${figure.says} ${text}` : text
}

const valueText = (row: Row, { name, figure }: FiguredColumn): string => {
  const cell = row[name]
  const text = amountText(cell, figure)
  if (cell === null || cell === undefined || figure.says === '') return text
  if (figure.kind === 'yes-no') return text === 'yes' ? figure.says : text === 'no' ? `not ${figure.says}` : text
  // A word needs no name, a number does, even in a text column.
  return figure.kind === 'text' && !/^[\d.,-]+$/.test(text) ? text : `${figure.says} ${text}`
}
