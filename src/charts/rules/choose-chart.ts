import type { Row } from '../../ask/rules/outcome.ts'
import type { ChartColumn } from './chart-column.ts'

/** Chart types. No type has a second axis, and there are no pie charts. */
export const CHART_TYPES = [
  'figure',
  'bar',
  'line',
  'grouped_bar',
  'stacked_bar',
  'lines',
  'panels',
  'histogram',
  'scatter',
] as const
export type ChartType = (typeof CHART_TYPES)[number]

/** The selected columns and chart type of a result. */
export interface ChosenChart {
  readonly type: ChartType
  /** Other types that the chart may be drawn as. */
  readonly alternatives: readonly ChartType[]
  /** The column of the label axis; absent for single figures, histograms and scatter plots without names. */
  readonly along?: ChartColumn
  /** The column that determines the colour; absent with one colour. */
  readonly series?: ChartColumn
  /** The measures; several of one unit form series, others get one panel each. */
  readonly measures: readonly ChartColumn[]
  /** Number of rows drawn individually, if the rest is summarized. */
  readonly top?: number
}

interface ChartTable {
  readonly columns: readonly (ChartColumn | undefined)[]
  readonly rows: readonly Row[]
  /** Whether rows are missing. */
  readonly truncated: boolean
}

/** Maximum number of bars that remain readable. */
const BARS_MAX = 30
const TOP_ROWS = 20
/** Maximum number of distinguishable colours. */
const SERIES_MAX = 6
/** Maximum number of readable bar groups. */
const GROUPS_MAX = 12
const PANELS_MAX = 3
const POINTS_OF_LINE_MIN = 3
const VALUES_OF_HISTOGRAM_MIN = 12
const POINTS_OF_CLOUD_MIN = 8
const DIMENSIONS_MAX = 2
/** Maximum ratio of lengths without units on one axis. */
const SCALE_MAX = 50

/**
 * Chooses a chart from columns and rows alone (docs/charts.md); undefined if a table is clearer. A truncated result
 * gets no chart, because its lengths would be wrong.
 */
export const chooseChart = ({ columns, rows, truncated }: ChartTable): ChosenChart | undefined => {
  if (truncated || rows.length === 0) return undefined
  const known = columns.filter((column) => column !== undefined)
  if (known.length < columns.length) return undefined
  const measures = measuresOf(known)
  const dimensions = rows.length === 1 ? known.filter(({ is }) => is !== 'measure') : labelColumns(known, rows)
  if (measures.length === 0 || dimensions.length > DIMENSIONS_MAX) return undefined
  if (rows.length === 1) return chartOfOneRow(measures, dimensions, rows)
  const [first, second] = dimensions
  if (first === undefined) return chartOfMeasures(measures, rows)
  // A key identifies rows for programs only: this is a list, unless rows were grouped by the key.
  if (first.is === 'key' && known.length > DIMENSIONS_MAX) return undefined
  if (second !== undefined) return chartWithTwoLabels(first, second, measures, rows)
  return chartWithOneLabel(first, measures, rows)
}

/** Drops shares of the measure beside them, which repeat it. */
const measuresOf = (columns: readonly ChartColumn[]): readonly ChartColumn[] => {
  const all = columns.filter(({ is }) => is === 'measure')
  const [base, ...others] = all.filter(({ unit }) => unit !== '%')
  return base !== undefined && others.length === 0 && base.isSummable ? [base] : all
}

/** The columns that identify a row: a single one if it suffices, preferably not a key. */
const labelColumns = (columns: readonly ChartColumn[], rows: readonly Row[]): readonly ChartColumn[] => {
  const all = columns.filter(({ is }) => is !== 'measure')
  const alone = all.filter((column) => isUnique(rows, [column]))
  const best = alone.find(({ is }) => is !== 'key') ?? alone[0]
  return best === undefined ? all : [best]
}

/** One row: a single figure, or bars for several measures of one unit. */
const chartOfOneRow = (
  measures: readonly ChartColumn[],
  dimensions: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  if (measures.length === 1) {
    const along = dimensions.find(({ is }) => is !== 'key') ?? dimensions[0]
    return { type: 'figure', alternatives: [], ...(along === undefined ? {} : { along }), measures }
  }
  return dimensions.length === 0 && canShareAxis(measures, rows) && measures.length <= GROUPS_MAX
    ? { type: 'bar', alternatives: [], measures }
    : undefined
}

/** Rows without labels: a histogram of one measure, or a scatter plot of two. */
const chartOfMeasures = (measures: readonly ChartColumn[], rows: readonly Row[]): ChosenChart | undefined => {
  if (measures.length === 1 && rows.length >= VALUES_OF_HISTOGRAM_MIN)
    return { type: 'histogram', alternatives: [], measures }
  return measures.length === 2 && rows.length >= POINTS_OF_CLOUD_MIN
    ? { type: 'scatter', alternatives: [], measures }
    : undefined
}

const chartWithOneLabel = (
  along: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  if (!isUnique(rows, [along])) return undefined
  const drawn = { along, measures }
  const isLine = along.is === 'time' && rows.length >= POINTS_OF_LINE_MIN
  if (measures.length === 1) {
    if (isLine) return { type: 'line', alternatives: rows.length <= BARS_MAX ? ['bar'] : [], ...drawn }
    if (rows.length <= BARS_MAX) return { type: 'bar', alternatives: [], ...drawn }
    return { type: 'bar', alternatives: [], ...drawn, top: TOP_ROWS }
  }
  if (!canShareAxis(measures, rows)) return chartOfUnlikeMeasures(along, measures, rows)
  if (measures.length > SERIES_MAX) return undefined
  if (isLine) return { type: 'lines', alternatives: rows.length <= GROUPS_MAX ? ['grouped_bar'] : [], ...drawn }
  return rows.length <= GROUPS_MAX ? { type: 'grouped_bar', alternatives: [], ...drawn } : undefined
}

/** Measures of several units: stacked panels, or a scatter plot for many rows. */
const chartOfUnlikeMeasures = (
  along: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  if (measures.length <= PANELS_MAX && (along.is === 'time' || rows.length <= GROUPS_MAX))
    return { type: 'panels', alternatives: [], along, measures }
  return measures.length === 2 ? { type: 'scatter', alternatives: [], along, measures } : undefined
}

/** Two label columns, or one and a time: the second determines the colour. */
const chartWithTwoLabels = (
  first: ChartColumn,
  second: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  const [measure, more] = measures
  if (measure === undefined || more !== undefined || !isUnique(rows, [first, second])) return undefined
  const [along, series] = second.is === 'time' && first.is !== 'time' ? [second, first] : [first, second]
  const [labelCount, colourCount] = [countDistinct(rows, along), countDistinct(rows, series)]
  const canStack = measure.isSummable && rows.every((row) => Number(row[measure.name] ?? 0) >= 0)
  const drawn = { along, series, measures }
  if (along.is === 'time' && labelCount >= POINTS_OF_LINE_MIN)
    return colourCount <= SERIES_MAX
      ? { type: 'lines', alternatives: canStack && labelCount <= BARS_MAX ? ['stacked_bar'] : [], ...drawn }
      : undefined
  const alternatives: readonly ChartType[] = canStack ? ['stacked_bar'] : []
  if (colourCount <= SERIES_MAX && labelCount <= GROUPS_MAX) return { type: 'grouped_bar', alternatives, ...drawn }
  // The column with fewer values determines the colour.
  return labelCount <= SERIES_MAX && colourCount <= GROUPS_MAX
    ? { type: 'grouped_bar', alternatives, ...drawn, along: series, series: along }
    : undefined
}

/**
 * Whether measures may share an axis: they have one unit; or no unit and a common word in their names (`paid_orders`,
 * `open_orders`); or are all summable integers, none too small to be visible.
 */
const canShareAxis = (measures: readonly ChartColumn[], rows: readonly Row[]): boolean => {
  const [first, ...others] = measures
  if (first === undefined || others.some((other) => !isSameKind(first, other))) return false
  if (first.unit !== null || others.length === 0) return true
  const words = wordsOf(first.name).filter((word) => others.every(({ name }) => wordsOf(name).includes(word)))
  if (words.length > 0) return true
  const cells = measures.map(({ name }) => rows.map((row) => Number(row[name] ?? 0)))
  const lengths = cells.map((column) => Math.max(...column.map(Math.abs)))
  return (
    first.isSummable && cells.flat().every(Number.isInteger) && Math.max(...lengths) <= SCALE_MAX * Math.min(...lengths)
  )
}

const isSameKind = (one: ChartColumn, other: ChartColumn): boolean =>
  one.unit === other.unit && one.isSummable === other.isSummable && one.isMoney === other.isMoney

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

const countDistinct = (rows: readonly Row[], { name }: ChartColumn): number =>
  new Set(rows.map((row) => JSON.stringify(row[name] ?? null))).size

/** Whether label combinations are distinct, so that no bar is drawn twice. */
const isUnique = (rows: readonly Row[], columns: readonly ChartColumn[]): boolean =>
  new Set(rows.map((row) => JSON.stringify(columns.map(({ name }) => row[name] ?? null)))).size === rows.length
