import { chartColumns } from '../../charts/rules/chart-column.ts'
import type { SharedResult } from '../../manage/shares/rules/shared-answer.ts'
import type { Json } from '../../platform/values/json.ts'
import { type Html, html } from './html.ts'
import type { PageTexts } from './page-texts.ts'

/** How the cells of a column are shown: `amount` has digit grouping; `plain` is a number such as an id or a year. */
export type CellStyle = 'amount' | 'plain' | 'day' | 'text'

const DAY = /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const EXACT_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** The style of each column of a result. A column whose times are all midnight contains days. */
export const cellStyles = (result: SharedResult): readonly CellStyle[] => {
  const known = chartColumns(result)
  return result.columns.map(({ name, unit }, at): CellStyle => {
    const cells = result.rows.map((row) => row[name] ?? null).filter((cell) => cell !== null)
    if (cells.length === 0) return 'text'
    if (cells.every((cell) => typeof cell === 'string' && DAY.test(cell))) return 'day'
    // Numbers with more digits than a JSON number can hold are texts.
    const isNumber = cells.every((cell) => typeof cell === 'number' || EXACT_NUMBER.test(String(cell)))
    if (!isNumber || (unit === undefined && cells.every((cell) => typeof cell === 'string'))) return 'text'
    return unit !== undefined || known[at]?.is === 'measure' ? 'amount' : 'plain'
  })
}

/** The content of a cell and its length in characters. */
interface CellContent {
  readonly content: Html
  readonly length: number
}

/** @param cell null or undefined: no value */
export const cellContent = (cell: Json | undefined, style: CellStyle, texts: PageTexts): CellContent => {
  if (cell === null || cell === undefined) return { content: noValue(texts), length: 1 }
  const day = style === 'day' && typeof cell === 'string' ? DAY.exec(cell)?.groups?.day : undefined
  const words = day === undefined ? undefined : dayInWords(day, texts)
  if (day !== undefined && words !== undefined)
    return { content: html`<time datetime="${day}">${words}</time>`, length: words.length }
  const text = style === 'amount' ? grouped(cell, texts) : plainText(cell, texts)
  return { content: html`${text}`, length: text.length }
}

const noValue = ({ noValue: words }: PageTexts): Html =>
  html`<span class="none"><span aria-hidden="true">—</span><span class="unseen">${words}</span></span>`

const plainText = (cell: Json, { yes, no }: PageTexts): string => {
  if (typeof cell === 'boolean') return cell ? yes : no
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

const DECIMALS_MAX = 100

/** A number with the separators of the locale and all its digits. */
const grouped = (cell: Json, texts: PageTexts): string => {
  const text = plainText(cell, texts)
  const decimals = text.split('.')[1]?.length ?? 0
  if (!isDecimal(text) || decimals > DECIMALS_MAX) return text
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  // Formatted as text, because a number would lose digits.
  return new Intl.NumberFormat(texts.locale, format).format(text)
}

/** Whether a text is a number without an exponent. */
const isDecimal = (text: string): text is `${number}` => EXACT_NUMBER.test(text)

/** Undefined if the day does not exist, such as 31 February. */
const dayInWords = (day: string, { locale }: PageTexts): string | undefined => {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return undefined
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}
