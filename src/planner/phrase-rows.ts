import type { Chart } from '../domain/ask/answer.ts'
import type { QueryResult, ResultColumn, Row } from '../domain/ask/outcome.ts'
import type { Json } from '../domain/json.ts'
import { shortJson } from '../domain/short-json.ts'

/** What a result is about, in words; without it the explanation of the draft has to do. */
export type Subject = {
  readonly shape: 'count' | 'value' | 'share' | 'groups' | 'ranking' | 'list'
  /** `orders`, and one of them: `order`. */
  readonly many: string
  readonly one: string
  /** `number of orders`, `revenue`. */
  readonly measure: string
  /** What a group is: `country`, `month`. */
  readonly group: string | null
  readonly unit: string | null
  /** `status is paid`, one entry for each filter. */
  readonly filters: readonly string[]
  /** `from 1 to 31 October 2026`, or empty. */
  readonly time: string
}

export interface Phrasing {
  readonly message: string
  readonly chart?: Chart
}

export interface RowsToPhrase {
  readonly result: QueryResult
  /** One sentence that says what the query returns. */
  readonly explanation: string
  readonly subject: Subject | null
}

const LISTED_MAX = 12
const LINE_CELLS_MAX = 4
const CELL_LENGTH_MAX = 80
/** So much of a cell is looked at: white space and marks are not shown as they are. */
const CELL_READ_MAX = 10 * CELL_LENGTH_MAX
const CHART_ROWS_MIN = 2
const CHART_ROWS_MAX = 50

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A cell as plain text on one line: rows are data, so nothing in them may become a link, a tag or markup. */
export const cellText = (cell: Json | undefined): string => {
  if (cell === undefined || cell === null) return 'none'
  if (typeof cell === 'number') return NUMBERS.format(cell)
  const text = (
    typeof cell === 'string'
      ? cell
      : typeof cell === 'boolean'
        ? cell
          ? 'yes'
          : 'no'
        : shortJson(cell, CELL_LENGTH_MAX)
  )
    .slice(0, CELL_READ_MAX)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('://', ': //')
    .replace(/[[\]<>`|\\*]/g, (mark) => `\\${mark}`)
    .trim()
  return text.length > CELL_LENGTH_MAX ? `${text.slice(0, CELL_LENGTH_MAX - 1)}…` : text
}

const withUnit = (cell: Json | undefined, unit: string | null): string =>
  typeof cell === 'number' && unit !== null ? `${cellText(cell)} ${unit}` : cellText(cell)

const scope = ({ filters, time }: Subject): string =>
  `${time === '' ? '' : ` ${time}`}${filters.length === 0 ? '' : ` (${filters.join(', ')})`}`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Rows in words: the direct answer first, then its scope, then what is left out. */
export const phraseRows = ({ result, explanation, subject }: RowsToPhrase): Phrasing => {
  const sentences = [directAnswer(result, explanation, subject), ...remainder(result)]
  const chart = chartOf(result, subject, explanation)
  const message = sentences.filter((sentence) => sentence !== '').join('\n\n')
  return chart === undefined ? { message } : { message, chart }
}

const remainder = (result: QueryResult): string[] =>
  result.truncated ? [`Only the first ${NUMBERS.format(result.rowCount)} rows are shown; there are more.`] : []

const directAnswer = (result: QueryResult, explanation: string, subject: Subject | null): string => {
  const [row] = result.rows
  const [column] = result.columns
  if (row === undefined || column === undefined) return emptyAnswer(explanation, subject)
  if (result.rowCount === 1 && result.columns.length === 1) return singleValue(row[column.name], explanation, subject)
  if (subject?.shape === 'value' && result.rowCount === 1) return severalValues(row, result.columns, subject)
  if (subject !== null && (subject.shape === 'ranking' || subject.shape === 'groups') && hasPairs(result))
    return groupsAnswer(result, subject)
  return listAnswer(result, explanation, subject)
}

const emptyAnswer = (explanation: string, subject: Subject | null): string => {
  if (subject === null) return `${capital(withoutDot(explanation))}: nothing matches these conditions.`
  const causes = [...subject.filters, ...(subject.time === '' ? [] : [subject.time])].map((cause) => `“${cause}”`)
  if (causes.length === 0) return `There are no ${subject.many}.`
  return `No ${subject.many} match: nothing passed the filter${causes.length > 1 ? 's' : ''} ${causes.join(' and ')}.`
}

const withoutDot = (text: string): string => text.replace(/\.$/, '')

const singleValue = (cell: Json | undefined, explanation: string, subject: Subject | null): string => {
  if (subject === null) return `${capital(withoutDot(explanation))}: ${cellText(cell)}.`
  const past = subject.time !== ''
  if (subject.shape === 'count' && typeof cell === 'number') {
    if (cell === 0) return emptyAnswer(explanation, subject)
    const verb = cell === 1 ? (past ? 'was' : 'is') : past ? 'were' : 'are'
    return `There ${verb} ${cellText(cell)} ${cell === 1 ? subject.one : subject.many}${scope(subject)}.`
  }
  if (cell === null || cell === undefined)
    return `There is no ${subject.measure}: ${withoutDot(emptyAnswer(explanation, subject)).replace(/^[NT]/, (letter) => letter.toLowerCase())}.`
  if (subject.shape === 'share')
    return `${cellText(cell)} % of ${subject.many}${subject.time === '' ? '' : ` ${subject.time}`}: ${subject.measure}${subject.filters.length === 0 ? '' : ` (${subject.filters.join(', ')})`}.`
  if (subject.shape === 'list') return `${cellText(cell)}.`
  return `The ${subject.measure}${scope(subject)} ${past ? 'was' : 'is'} ${withUnit(cell, subject.unit)}.`
}

const severalValues = (row: Row, columns: readonly ResultColumn[], subject: Subject): string => {
  const values = columns.map(({ name }) => `${name.replaceAll('_', ' ')} ${withUnit(row[name], subject.unit)}`)
  return `${capital(values.join(', '))}${scope(subject)}.`
}

const isNumber = (column: ResultColumn): boolean => column.type === 'number'

/** The column that names a row and the one that measures it. */
const pairOf = (result: QueryResult): { label: ResultColumn; value: ResultColumn } | undefined => {
  const label = result.columns.find((column) => !isNumber(column)) ?? result.columns[0]
  const value = result.columns.findLast((column) => isNumber(column) && column !== label)
  return label === undefined || value === undefined ? undefined : { label, value }
}

const hasPairs = (result: QueryResult): boolean => pairOf(result) !== undefined

const rowLine = (row: Row, columns: readonly ResultColumn[], unit: string | null): string => {
  const cells = columns
    .slice(0, LINE_CELLS_MAX)
    .map((column) => (isNumber(column) ? withUnit(row[column.name], unit) : cellText(row[column.name])))
  const [first = '', ...others] = cells
  return others.length === 0 ? first : `${first}: ${others.join(', ')}`
}

const listLines = (result: QueryResult, unit: string | null): string => {
  const lines = result.rows.slice(0, LISTED_MAX).map((row) => `- ${rowLine(row, result.columns, unit)}`)
  const more = result.rowCount - lines.length
  return [...lines, ...(more > 0 ? [`- … and ${NUMBERS.format(more)} more`] : [])].join('\n')
}

const groupsAnswer = (result: QueryResult, subject: Subject): string => {
  const pair = pairOf(result)
  const [row] = result.rows
  if (pair === undefined || row === undefined) return ''
  const value = withUnit(row[pair.value.name], pair.value.name === 'percentage' ? '%' : subject.unit)
  const named = cellText(row[pair.label.name])
  if (result.rowCount === 1)
    return `${named} ${subject.shape === 'ranking' ? 'comes first with' : 'has'} ${value} (${subject.measure}${scope(subject)}).`
  const head = `${capital(subject.measure)} by ${subject.group ?? 'group'}${scope(subject)}`
  const lead =
    subject.shape === 'ranking'
      ? `${named} comes first with ${value}. ${head}:`
      : `${head}, ${NUMBERS.format(result.rowCount)} in all:`
  return `${lead}\n${listLines(result, subject.unit)}`
}

const listAnswer = (result: QueryResult, explanation: string, subject: Subject | null): string => {
  const count = NUMBERS.format(result.rowCount)
  const head =
    subject === null
      ? `${capital(withoutDot(explanation))}: ${count} ${result.rowCount === 1 ? 'row' : 'rows'}`
      : `${result.truncated ? `More than ${count}` : count} ${result.rowCount === 1 ? subject.one : subject.many}${scope(subject)}`
  return `${head}:\n${listLines(result, null)}`
}

const isTime = (text: string): boolean => /^\d{4}(-\d{2}){0,2}$|^\d{4}-Q\d$/.test(text)

/** Bars for names, a line for times; nothing for results that are not one name and one number. */
const chartOf = (result: QueryResult, subject: Subject | null, explanation: string): Chart | undefined => {
  const pair = pairOf(result)
  if (pair === undefined || result.columns.length !== 2 || result.truncated || result.columns.every(isNumber))
    return undefined
  if (result.rows.length < CHART_ROWS_MIN || result.rows.length > CHART_ROWS_MAX) return undefined
  const values = result.rows.map((row) => ({
    label: chartLabel(row[pair.label.name]),
    value: row[pair.value.name] ?? null,
  }))
  if (values.some(({ value }) => value !== null && typeof value !== 'number')) return undefined
  const timed = values.every(({ label }) => isTime(label))
  const unit = subject?.unit ?? null
  const title =
    subject === null ? withoutDot(explanation) : `${capital(subject.measure)} by ${subject.group ?? 'group'}`
  const value = {
    field: 'value',
    type: 'quantitative',
    title: unit === null ? (subject?.measure ?? 'value') : `${subject?.measure ?? 'value'} (${unit})`,
  }
  const label = {
    field: 'label',
    type: timed ? 'ordinal' : 'nominal',
    sort: null,
    title: subject?.group ?? pair.label.name,
  }
  const encoding = timed ? { x: label, y: value } : { x: value, y: label }
  const alt = `${title}: ${values
    .slice(0, LISTED_MAX)
    .map((one) => `${one.label} ${cellText(one.value)}`)
    .join(', ')}`
  return {
    title,
    alt,
    spec: { title, data: { values }, mark: timed ? { type: 'line', point: true } : { type: 'bar' }, encoding },
  }
}

const chartLabel = (cell: Json | undefined): string => cellText(cell).replaceAll('\\', '')

/** The message in groups of words whose concatenation is the message. */
export const chunks = (message: string): string[] => message.match(/(?:\S+\s*){1,6}|\s+/g) ?? []
