import type { ResultRows } from '../../../clients/typescript/src/index.ts'
import type { Texts } from '../i18n/en.ts'
import { localeOf } from '../i18n/format.ts'
import type { Column } from './answer-view.ts'

/** How the cells of a column are formatted: an `amount` is grouped; `plain` is a number that identifies its row, such as an id or a year. */
export type CellStyle = 'amount' | 'plain' | 'day' | 'moment' | 'text'

const DAY = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?<zone>Z|[+-]\d{2}:?\d{2})$/
const EXACT_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Names of columns with identifying numbers: ids, years, postal codes. */
const NAMES_ROWS = /(?:^|[_ ])(?:id|no|nr|number|year|jahr|zip|plz|code|phone|month|quarter|week|day)$/i
const COUNTS = /^(?:number|count|anzahl)[_ ](?:of|der)\b/i

/** The format of each column. */
export const cellStyles = ({ columns, rows }: Pick<ResultRows, 'columns' | 'rows'>): readonly CellStyle[] =>
  columns.map((column) =>
    styleOf(
      column,
      rows.map((row) => row[column.name]).filter((cell) => cell != null),
    ),
  )

const styleOf = ({ name, unit }: Column, cells: readonly unknown[]): CellStyle => {
  if (cells.length === 0) return 'text'
  const texts = cells.map(String)
  if (cells.every((cell) => typeof cell === 'string')) {
    if (texts.every((text) => DAY.test(text))) return 'day'
    if (texts.every((text) => MOMENT.test(text))) return 'moment'
  }
  const isNumber = cells.every((cell, at) => typeof cell === 'number' || EXACT_NUMBER.test(texts[at] ?? ''))
  // Numbers too long for JSON are text; but a text of digits may be anything.
  if (!isNumber || (unit === undefined && cells.every((cell) => typeof cell === 'string'))) return 'text'
  return unit !== undefined || COUNTS.test(name) || !NAMES_ROWS.test(name) ? 'amount' : 'plain'
}

export const isNumeric = (style: CellStyle): boolean => style === 'amount' || style === 'plain'

/** A cell as text. @returns undefined if it is empty */
export const cellText = (cell: unknown, style: CellStyle, texts: Texts): string | undefined => {
  if (cell === null || cell === undefined) return undefined
  if (typeof cell === 'boolean') return cell ? texts.yes : texts.no
  if (typeof cell === 'object') return JSON.stringify(cell)
  const text = String(cell)
  if (style === 'amount') return grouped(text, texts)
  if (style === 'day') return dayText(DAY.exec(text)?.[1] ?? text, texts)
  if (style === 'moment') return momentText(text, texts)
  return text
}

const DECIMALS_MAX = 100

/** A number with the separators of a language and all of its digits. */
const grouped = (text: string, texts: Texts): string => {
  const decimals = text.split('.')[1]?.length ?? 0
  if (!isDecimal(text) || decimals > DECIMALS_MAX) return text
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  // As text, because a number would lose digits.
  return new Intl.NumberFormat(localeOf(texts), format).format(text)
}

const isDecimal = (text: string): text is `${number}` => EXACT_NUMBER.test(text)

/** A date without a time is the same in every time zone. */
const dayText = (day: string, texts: Texts): string => {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return day
  return new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}

/** A timestamp is shown in the user's time zone. */
const momentText = (text: string, texts: Texts): string => {
  const date = new Date(text.replace(' ', 'T'))
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'medium', timeStyle: 'medium' }).format(date)
}

/** The name of a column as a heading. */
export const columnTitle = (name: string): string => name.replaceAll('_', ' ')

/** Compares cells: numbers by value, texts in the order of a language; empty cells last. */
export const compareCells = (left: unknown, right: unknown, texts: Texts): number => {
  if (left == null || right == null) return left == null ? (right == null ? 0 : 1) : -1
  const [a, b] = [Number(left), Number(right)]
  if (!Number.isNaN(a) && !Number.isNaN(b) && left !== '' && right !== '') return a - b
  return String(left).localeCompare(String(right), localeOf(texts), { numeric: true })
}
