import type { Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'
import { type ChartColumn, titleWithUnit } from './chart-column.ts'
import type { ChosenChart } from './choose-chart.ts'
import { histogramBins, roundToDigits } from './histogram-bins.ts'
import { LABEL_LENGTH_MAX, plainLine } from './plain-line.ts'
import { withMissingTimes } from './time-grain.ts'

/** One bar, point or number. */
export interface ChartValue {
  readonly label: string
  readonly value: number | null
  /** Its colour or panel, if there are several. */
  readonly series?: string
  /** In a scatter plot: the x coordinate. */
  readonly x?: number | null
}

/** The values to draw, and what of the rows is not drawn individually. */
export interface ChartValues {
  readonly values: readonly ChartValue[]
  /** Rows beyond the first ones: summed as `Other` if the measure may be summed, else left out. */
  readonly others?: { readonly count: number; readonly areAdded: boolean }
}

const OTHER = 'Other'
const NONE = '(none)'

/** The values that a chart draws for the rows of a result. */
export const chartValues = (chart: ChosenChart, rows: readonly Row[]): ChartValues => {
  const { type, along, measures, top } = chart
  const [measure, second] = measures
  if (measure === undefined) return { values: [] }
  if (type === 'histogram') return { values: histogram(rows.map((row) => numberIn(row, measure))) }
  if (type === 'scatter' && second !== undefined)
    return {
      values: rows.map((row) => ({
        label: along === undefined ? '' : labelOf(row[along.name]),
        x: numberIn(row, measure),
        value: numberIn(row, second),
      })),
    }
  if (top !== undefined && along !== undefined) return topValues(rows, { along, measure, top })
  if (along === undefined)
    return { values: measures.map((one) => ({ label: one.title, value: numberIn(rows[0] ?? {}, one) })) }
  const values = rows.flatMap((row) => valuesOf(row, along, chart))
  return { values: along.is === 'time' ? inTimeOrder(values) : values }
}

const valuesOf = (row: Row, along: ChartColumn, { type, series, measures }: ChosenChart): readonly ChartValue[] => {
  const label = labelOf(row[along.name])
  const [measure, ...others] = measures
  if (measure === undefined) return []
  if (series !== undefined) return [{ label, value: numberIn(row, measure), series: labelOf(row[series.name]) }]
  if (others.length === 0) return [{ label, value: numberIn(row, measure) }]
  const titleOf = (one: ChartColumn) => (type === 'panels' ? titleWithUnit(one) : one.title)
  return measures.map((one) => ({ label, value: numberIn(row, one), series: titleOf(one) }))
}

/** In ascending order, with missing times filled in. */
const inTimeOrder = (values: readonly ChartValue[]): readonly ChartValue[] => {
  const labels = [...new Set(values.map(({ label }) => label))].filter((label) => label !== NONE).toSorted()
  const byLabel = Map.groupBy(values, ({ label }) => label)
  const series = values.find((value) => value.series !== undefined)?.series
  const missing = series === undefined ? { value: null } : { value: null, series }
  const known = withMissingTimes(labels).flatMap((label) => byLabel.get(label) ?? [{ label, ...missing }])
  return [...known, ...(byLabel.get(NONE) ?? [])]
}

interface Ranking {
  readonly along: ChartColumn
  readonly measure: ChartColumn
  readonly top: number
}

/** The longest bars; all others as one bar if the measure may be summed. */
const topValues = (rows: readonly Row[], { along, measure, top }: Ranking): ChartValues => {
  const all = rows
    .map((row) => ({ label: labelOf(row[along.name]), value: numberIn(row, measure) }))
    .toSorted((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
  const rest = all.slice(top)
  const others = { count: rest.length, areAdded: measure.isSummable }
  if (!measure.isSummable) return { values: all.slice(0, top), others }
  const value = roundToDigits(rest.reduce((sum, one) => sum + (one.value ?? 0), 0))
  return { values: [...all.slice(0, top), { label: `${OTHER} (${rest.length})`, value }], others }
}

/** The histogram of the values; rows without a value are counted separately. */
const histogram = (cells: readonly (number | null)[]): readonly ChartValue[] => {
  const known = cells.filter((cell) => cell !== null)
  const empty = cells.length - known.length
  return [...histogramBins(known), ...(empty === 0 ? [] : [{ label: NONE, value: empty }])]
}

const numberIn = (row: Row, { name }: ChartColumn): number | null => {
  const cell = row[name] ?? null
  return typeof cell === 'number' ? cell : null
}

const MIDNIGHT = /[T ]00:00:00(?:\.0+)?Z?$/

/** A label as plain text; `(none)` if it is empty. */
const labelOf = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined) return NONE
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const text = plainLine(String(cell).replace(MIDNIGHT, ''), LABEL_LENGTH_MAX)
  return text === '' ? NONE : text
}
