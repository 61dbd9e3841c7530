import type { ResultRows } from '../../clients/typescript/src/index.ts'
import type { Locale } from './locale.ts'

/** How the cells of a column are written: an `amount` is grouped; `plain` is a number that identifies its row. */
export type CellStyle = 'amount' | 'plain' | 'day' | 'moment' | 'text'

const DAY = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
const EXACT_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Columns with identifying numbers: ids, years, postal codes. */
const NAMES_ROWS = /(?:^|[_ ])(?:id|no|nr|number|year|jahr|zip|plz|code|phone|month|quarter|week|day)$/i
const COUNTS = /^(?:number|count|anzahl)[_ ](?:of|der)\b/i
const DECIMALS_MAX = 100

export const cellStyles = ({ columns, rows }: Pick<ResultRows, 'columns' | 'rows'>): readonly CellStyle[] =>
  columns.map(({ name, unit }) => {
    const cells = rows.map((row) => row[name]).filter((cell) => cell !== null && cell !== undefined)
    if (cells.length === 0) return 'text'
    const texts = cells.map(String)
    const isText = cells.every((cell) => typeof cell === 'string')
    if (isText && texts.every((text) => DAY.test(text))) return 'day'
    if (isText && texts.every((text) => MOMENT.test(text))) return 'moment'
    const isNumber = cells.every((cell, at) => typeof cell === 'number' || EXACT_NUMBER.test(texts[at] ?? ''))
    // Numbers too long for JSON are text; but a text of digits may be anything.
    if (!isNumber || (unit === undefined && isText)) return 'text'
    return unit !== undefined || COUNTS.test(name) || !NAMES_ROWS.test(name) ? 'amount' : 'plain'
  })

export const isNumeric = (style: CellStyle | undefined): boolean => style === 'amount' || style === 'plain'

/** A cell as text. @returns undefined if it is empty */
export const cellText = (cell: unknown, style: CellStyle, locale: Locale): string | undefined => {
  if (cell === null || cell === undefined) return undefined
  if (typeof cell === 'boolean') return cell ? locale.texts.yes : locale.texts.no
  if (typeof cell === 'object') return JSON.stringify(cell)
  const text = String(typeof cell === 'number' && !Number.isInteger(cell) ? withoutNoise(cell) : cell)
  if (style === 'amount') return grouped(text, locale)
  if (style === 'day') return dated(`${DAY.exec(text)?.[1]}T00:00:00Z`, text, { timeZone: 'UTC' }, locale)
  if (style === 'moment') return dated(text.replace(' ', 'T'), text, { timeStyle: 'medium' }, locale)
  return text
}

/** 0.1 + 0.2 is 0.3: digits of a floating-point number after the 15th are noise. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15))

/** A number with the separators of a language and all of its digits: as text, because a number would lose digits. */
const grouped = (text: string, { tag }: Locale): string => {
  const decimals = text.split('.')[1]?.length ?? 0
  if (!isDecimal(text) || decimals > DECIMALS_MAX) return text
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(tag, format).format(text)
}

const isDecimal = (text: string): text is `${number}` => EXACT_NUMBER.test(text)

const dated = (iso: string, text: string, format: Intl.DateTimeFormatOptions, { tag }: Locale): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', ...format }).format(date)
}

/** The name of a column as a heading. */
export const columnTitle = (name: string): string => name.replaceAll('_', ' ')
