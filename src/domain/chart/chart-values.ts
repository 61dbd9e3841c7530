import type { Row } from '../ask/outcome.ts'
import { cutText } from '../cut-text.ts'
import type { Json } from '../json.ts'
import type { ChartColumn } from './chart-column.ts'
import type { ChosenChart } from './choose-chart.ts'

/** One bar, point or number. */
export interface ChartValue {
  readonly label: string
  readonly value: number | null
  /** Its colour, where there are several. */
  readonly series?: string
  /** Of a cloud: its place along the other axis. */
  readonly x?: number | null
}

/** What is drawn, and what of the rows is not drawn by itself. */
export interface ChartValues {
  readonly values: readonly ChartValue[]
  /** Rows behind the first ones: added up as `Other` where that says something, else left out. */
  readonly others?: { readonly count: number; readonly areAdded: boolean }
}

const LABEL_LENGTH_MAX = 60
const BINS_MAX = 12
const OTHER = 'Other'
const NONE = '(none)'

/** The rows of a result as its chart draws them; the same numbers stand in its table. */
export const chartValues = (chart: ChosenChart, rows: readonly Row[]): ChartValues => {
  const { type, along, series, measures, top } = chart
  const [measure, second] = measures
  if (measure === undefined) return { values: [] }
  if (type === 'histogram') return { values: binned(rows.flatMap((row) => numberIn(row, measure) ?? [])) }
  if (type === 'scatter' && second !== undefined)
    return {
      values: rows.map((row) => ({
        label: along === undefined ? '' : labelOf(row[along.name]),
        x: numberIn(row, measure),
        value: numberIn(row, second),
      })),
    }
  if (top !== undefined && along !== undefined) return topOf(rows, { along, measure, top })
  if (along === undefined)
    return { values: measures.map((one) => ({ label: one.title, value: numberIn(rows[0] ?? {}, one) })) }
  const values = rows.flatMap((row): ChartValue[] => {
    const label = labelOf(row[along.name])
    if (series !== undefined) return [{ label, value: numberIn(row, measure), series: labelOf(row[series.name]) }]
    if (second === undefined) return [{ label, value: numberIn(row, measure) }]
    return measures.map((one) => ({ label, value: numberIn(row, one), series: one.title }))
  })
  return { values }
}

interface Ranked {
  readonly along: ChartColumn
  readonly measure: ChartColumn
  readonly top: number
}

/** The longest bars, and all others as one where a sum says something. */
const topOf = (rows: readonly Row[], { along, measure, top }: Ranked): ChartValues => {
  const all = rows
    .map((row) => ({ label: labelOf(row[along.name]), value: numberIn(row, measure) }))
    .toSorted((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
  const rest = all.slice(top)
  const others = { count: rest.length, areAdded: measure.adds }
  if (!measure.adds) return { values: all.slice(0, top), others }
  const value = rest.reduce((sum, one) => sum + (one.value ?? 0), 0)
  return { values: [...all.slice(0, top), { label: `${OTHER} (${rest.length})`, value }], others }
}

/** How many values are in each of at most twelve stretches of round width. */
const binned = (values: readonly number[]): readonly ChartValue[] => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0 || low === high)
    return values.length === 0 ? [] : [{ label: String(low), value: values.length }]
  const width = roundWidth((high - low) / BINS_MAX)
  const from = Math.floor(low / width)
  const count = Math.floor(high / width) - from + 1
  return Array.from({ length: count }, (_, at) => {
    const [start, end] = [round((from + at) * width), round((from + at + 1) * width)]
    const inside = values.filter((value) => Math.floor(value / width) === from + at).length
    return { label: `${start} – ${end}`, value: inside }
  })
}

/** The next of 1, 2, 2.5 and 5 times a power of ten, so wide that no more than twelve are needed wherever they begin. */
const roundWidth = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10((least * BINS_MAX) / (BINS_MAX - 1)))
  const wanted = (least * BINS_MAX) / (BINS_MAX - 1)
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= wanted) ?? 10) * power
}

const DIGITS = 12
const round = (value: number): number => Number(value.toPrecision(DIGITS))

const numberIn = (row: Row, { name }: ChartColumn): number | null => {
  const cell = row[name] ?? null
  return typeof cell === 'number' ? cell : null
}

const MIDNIGHT = /T00:00:00(?:\.0+)?Z?$/

/** A name as plain text; what has none is a kind of its own. */
export const labelOf = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined || cell === '') return NONE
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const text = String(cell)
    .replace(MIDNIGHT, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return text.length > LABEL_LENGTH_MAX ? `${cutText(text, LABEL_LENGTH_MAX - 1)}…` : text
}
