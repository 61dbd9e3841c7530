import { styleText } from 'node:util'
import { cutToWidth, padToWidth, textWidth, wrapText } from '../charts/text-width.ts'

type Style = (text: string) => string

interface TextColumn {
  readonly head: string
  readonly align?: 'left' | 'right'
  /** Neither cut nor wrapped: part of a number would be another number, and part of an id would be no id. */
  readonly whole?: boolean
}

/** A text, with an optional style. */
type TextCell = string | { readonly text: string; readonly style: Style }

interface TextTable {
  readonly columns: readonly TextColumn[]
  readonly rows: readonly (readonly TextCell[])[]
}

interface TextTableOptions {
  /** Columns of the terminal; undefined: not a terminal, so that the table may have any width. */
  readonly width: number | undefined
  readonly colors?: boolean
  /** How text that is wider than its column is shown. */
  readonly overflow: 'cut' | 'wrap'
  /** Draws a line between rows, for cells with several lines. */
  readonly apart?: boolean
}

/** The minimum width of a column that is cut or wrapped. */
const CELL_MIN = 8
const PADDING_AND_BORDER = 3

/**
 * A table that fits the width: the widest column shrinks first. If columns cannot shrink enough, each row is written with one
 * cell per line.
 */
export const textTable = (table: TextTable, options: TextTableOptions): string => {
  const widths = fittingWidths(table, options.width)
  const head = options.colors === true ? bold : (text: string) => text
  return widths === undefined ? asRecords(table, options, head) : asGrid(table, { ...options, widths, head })
}

const bold: Style = (text) => styled('bold', text, true)

/** A text with a style of `styleText`, if colours are shown. */
export const styled = (format: Parameters<typeof styleText>[0], text: string, colors: boolean): string =>
  colors ? styleText(format, text, { validateStream: false }) : text

const textOf = (cell: TextCell | undefined): string => (typeof cell === 'string' ? cell : (cell?.text ?? ''))
const styleOf = (cell: TextCell | undefined): Style =>
  cell === undefined || typeof cell === 'string' ? (text) => text : cell.style

const widestLine = (text: string): number => Math.max(...text.split('\n').map(textWidth))

const fittingWidths = ({ columns, rows }: TextTable, width: number | undefined): readonly number[] | undefined => {
  const widths = columns.map(({ head }, index) =>
    Math.max(textWidth(head), ...rows.map((row) => widestLine(textOf(row[index])))),
  )
  if (width === undefined) return widths
  let excess = widths.reduce((sum, cell) => sum + cell + PADDING_AND_BORDER, 1) - width
  for (; excess > 0; excess--) {
    const widest = Math.max(...widths.filter((_, index) => columns[index]?.whole !== true))
    if (widest <= CELL_MIN) return undefined
    const at = widths.findIndex((cell, index) => cell === widest && columns[index]?.whole !== true)
    widths[at] = widest - 1
  }
  return widths
}

interface Grid extends TextTableOptions {
  readonly widths: readonly number[]
  readonly head: Style
}

const asGrid = ({ columns, rows }: TextTable, { widths, overflow, head, apart }: Grid): string => {
  const rule = (left: string, middle: string, right: string) =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}`
  const linesOf = (cells: readonly TextCell[]): readonly string[] => {
    const parts = widths.map((width, index) => fitted(textOf(cells[index]), width, overflow))
    const height = Math.max(...parts.map((lines) => lines.length))
    return Array.from({ length: height }, (_, line) => {
      const texts = widths.map((width, index) =>
        padToWidth(styleOf(cells[index])(parts[index]?.[line] ?? ''), width, columns[index]?.align),
      )
      return `│ ${texts.join(' │ ')} │`
    })
  }
  const between = apart === true ? [rule('├', '┼', '┤')] : []
  return [
    rule('┌', '┬', '┐'),
    ...linesOf(columns.map((column) => ({ text: column.head, style: head }))),
    rule('├', '┼', '┤'),
    ...rows.flatMap((row, index) => [...(index === 0 ? [] : between), ...linesOf(row)]),
    rule('└', '┴', '┘'),
  ].join('\n')
}

const fitted = (text: string, width: number, overflow: 'cut' | 'wrap'): readonly string[] =>
  overflow === 'wrap' ? wrapText(text, width) : [cutToWidth(text, width)]

const asRecords = ({ columns, rows }: TextTable, { width = 0 }: TextTableOptions, head: Style): string => {
  const names = Math.max(...columns.map((column) => textWidth(column.head)))
  const indent = ' '.repeat(names + 2)
  const shown = rows.map((row) =>
    columns.flatMap((column, index) => {
      const text = textOf(row[index])
      const lines = column.whole === true ? [text] : wrapText(text, Math.max(CELL_MIN, width - indent.length))
      const name = `${padToWidth(head(column.head), names)}  `
      return lines.map((line, at) => `${at === 0 ? name : indent}${styleOf(row[index])(line)}`)
    }),
  )
  return shown.map((lines) => lines.join('\n')).join('\n\n')
}
