import type { Chart } from '../../domain/ask/answer.ts'
import type { QueryResult, Row } from '../../domain/ask/outcome.ts'
import type { Json } from '../../domain/json.ts'
import { amountText } from './amount-text.ts'
import { capital, withoutDot } from './capital.ts'
import { cellText } from './cell-text.ts'
import type { FiguredColumn } from './figures-of.ts'
import type { Subject } from './subject.ts'

const CHART_ROWS_MIN = 2
const CHART_ROWS_MAX = 50
const TOLD_MAX = 12

interface ToChart {
  readonly result: QueryResult
  readonly columns: readonly FiguredColumn[]
  /** In the order in which they are told. */
  readonly rows: readonly Row[]
  readonly subject: Subject | null
  readonly explanation: string
}

const isTime = (text: string): boolean => /^\d{4}(-\d{2}){0,2}$|^\d{4}-Q\d$/.test(text)

/** Bars for names, a line for times; nothing for results that are not one name and one number. */
export const chartOf = ({ result, columns, rows, subject, explanation }: ToChart): Chart | undefined => {
  const [first, second, more] = columns
  if (first === undefined || second === undefined || more !== undefined || result.truncated) return undefined
  const [label, value] = isMeasured(result, second) ? [first, second] : [second, first]
  if (label.figure.kind !== 'plain' && result.columns.every(({ type }) => type === 'number')) {
    if (label.figure.role !== 'label' || subject === null) return undefined
  }
  if (rows.length < CHART_ROWS_MIN || rows.length > CHART_ROWS_MAX) return undefined
  const values = rows.map((row) => ({
    label: amountText(row[label.name], label.figure).replaceAll('\\', ''),
    value: row[value.name] ?? null,
  }))
  if (values.some((one) => one.value !== null && typeof one.value !== 'number')) return undefined
  return drawn(values, { label, value, subject, explanation })
}

const isMeasured = ({ columns }: QueryResult, { name }: FiguredColumn): boolean =>
  columns.find((column) => column.name === name)?.type === 'number'

interface Drawing extends Pick<ToChart, 'subject' | 'explanation'> {
  readonly label: FiguredColumn
  readonly value: FiguredColumn
}

const drawn = (
  values: readonly { readonly label: string; readonly value: Json }[],
  { label, value, subject, explanation }: Drawing,
): Chart => {
  const timed = values.every((one) => isTime(one.label))
  const measure = subject?.measure ?? 'value'
  const title = subject === null ? withoutDot(explanation) : `${capital(measure)} by ${subject.group ?? 'group'}`
  const { kind, unit } = value.figure
  const shownUnit = kind === 'percent' ? '%' : measure.includes(unit ?? '') ? null : unit
  const amount = {
    field: 'value',
    type: 'quantitative',
    title: shownUnit === null ? measure : `${measure} (${shownUnit})`,
  }
  const name = { field: 'label', type: timed ? 'ordinal' : 'nominal', sort: null, title: subject?.group ?? label.name }
  const encoding = timed ? { x: name, y: amount } : { x: amount, y: name }
  const told = values.slice(0, TOLD_MAX).map((one) => `${one.label} ${cellText(one.value)}`)
  const spec = { title, data: { values }, mark: timed ? { type: 'line', point: true } : { type: 'bar' }, encoding }
  return { title, alt: `${title}: ${told.join(', ')}`, spec }
}
