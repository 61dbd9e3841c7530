import type { Row } from '../ask/outcome.ts'
import type { ChartColumn } from './chart-column.ts'

/** How a result may be drawn. None of them has a second axis, and none is a pie. */
export const CHART_TYPES = [
  'figure',
  'bar',
  'line',
  'grouped_bar',
  'stacked_bar',
  'lines',
  'histogram',
  'scatter',
] as const
export type ChartType = (typeof CHART_TYPES)[number]

/** Which columns of a result are drawn, and how. */
export interface ChosenChart {
  readonly type: ChartType
  /** What it may be drawn as instead. */
  readonly alternatives: readonly ChartType[]
  /** What stands along the axis of names or times; absent of figures, distributions and clouds. */
  readonly along?: ChartColumn
  /** What the colours are; absent where there is one colour. */
  readonly series?: ChartColumn
  /** What is measured; several of one unit are a series of their own. */
  readonly measures: readonly ChartColumn[]
  /** How many rows stand for themselves, where the others are drawn as one. */
  readonly top?: number
}

export interface ChartTable {
  readonly columns: readonly (ChartColumn | undefined)[]
  readonly rows: readonly Row[]
  /** Rows are missing. */
  readonly truncated: boolean
}

/** Bars that can be read beside each other. */
const BARS_MAX = 30
const TOP = 20
/** Colours that can be told apart. */
const SERIES_MAX = 6
/** Groups of bars that can be. */
const GROUPS_MAX = 12
const POINTS_OF_LINE_MIN = 3
const POINTS_OF_LINE_MAX = 400
const VALUES_OF_HISTOGRAM_MIN = 12
const POINTS_OF_CLOUD_MIN = 8
const POINTS_OF_CLOUD_MAX = 200
const DIMENSIONS_MAX = 2

/**
 * The chart of a result by its columns and rows alone; undefined where a table says it better. Nothing of a result of which
 * rows are missing is drawn: its lengths would be wrong.
 */
export const chooseChart = ({ columns, rows, truncated }: ChartTable): ChosenChart | undefined => {
  if (truncated || rows.length === 0) return undefined
  const known = columns.filter((column) => column !== undefined)
  if (known.length < columns.length) return undefined
  const measures = known.filter((column) => column.is === 'measure')
  const dimensions = namesOf(known, rows)
  if (measures.length === 0 || dimensions.length > DIMENSIONS_MAX) return undefined
  if (rows.length === 1) return ofOneRow(measures, dimensions)
  const [first, second] = dimensions
  if (first === undefined) return ofMeasures(measures, rows)
  if (second !== undefined) return ofTwo(first, second, measures, rows)
  return ofOne(first, measures, rows)
}

/** What names a row: where one column does by itself, it alone, a text before an id. */
const namesOf = (columns: readonly ChartColumn[], rows: readonly Row[]): readonly ChartColumn[] => {
  const all = columns.filter((column) => column.is !== 'measure')
  const isText = ({ name }: ChartColumn) => rows.some((row) => typeof row[name] === 'string')
  const alone = all.filter((column) => isUnique(rows, [column]))
  const one = alone.find(isText) ?? alone[0]
  return one === undefined || rows.length === 1 ? all : [one]
}

/** One row: its number; several of one unit beside each other. */
const ofOneRow = (measures: readonly ChartColumn[], dimensions: readonly ChartColumn[]): ChosenChart | undefined => {
  if (measures.length === 1) return { type: 'figure', alternatives: [], measures }
  return dimensions.length === 0 && areAlike(measures) && measures.length <= GROUPS_MAX
    ? { type: 'bar', alternatives: [], measures }
    : undefined
}

/** No name for a row: how the values are spread, or how two of them go together. */
const ofMeasures = (measures: readonly ChartColumn[], rows: readonly Row[]): ChosenChart | undefined => {
  if (measures.length === 1 && rows.length >= VALUES_OF_HISTOGRAM_MIN)
    return { type: 'histogram', alternatives: [], measures }
  return measures.length === 2 && isCloud(rows) ? { type: 'scatter', alternatives: [], measures } : undefined
}

const ofOne = (along: ChartColumn, measures: readonly ChartColumn[], rows: readonly Row[]): ChosenChart | undefined => {
  const [measure, more] = measures
  if (measure === undefined || !isUnique(rows, [along])) return undefined
  const isTime = along.is === 'time'
  if (more === undefined) {
    if (isTime) return ofTimes(along, measures, rows)
    if (rows.length <= BARS_MAX) return { type: 'bar', alternatives: [], along, measures }
    return { type: 'bar', alternatives: [], along, measures, top: TOP }
  }
  if (!areAlike(measures) || measures.length > SERIES_MAX)
    return measures.length === 2 && !isTime && isCloud(rows)
      ? { type: 'scatter', alternatives: [], along, measures }
      : undefined
  if (isTime && rows.length >= POINTS_OF_LINE_MIN)
    return rows.length > POINTS_OF_LINE_MAX
      ? undefined
      : { type: 'lines', alternatives: rows.length <= GROUPS_MAX ? ['grouped_bar'] : [], along, measures }
  return rows.length <= GROUPS_MAX ? { type: 'grouped_bar', alternatives: [], along, measures } : undefined
}

const ofTimes = (
  along: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  const hasBars = rows.length <= BARS_MAX
  if (rows.length < POINTS_OF_LINE_MIN) return { type: 'bar', alternatives: [], along, measures }
  if (rows.length > POINTS_OF_LINE_MAX) return undefined
  return { type: 'line', alternatives: hasBars ? ['bar'] : [], along, measures }
}

/** Two names of each row, or a name and a time: the second is the colour. */
const ofTwo = (
  first: ChartColumn,
  second: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  const [measure, more] = measures
  if (measure === undefined || more !== undefined || !isUnique(rows, [first, second])) return undefined
  const [along, series] = second.is === 'time' && first.is !== 'time' ? [second, first] : [first, second]
  const [places, colours] = [distinct(rows, along), distinct(rows, series)]
  const stacks = measure.adds && rows.every((row) => Number(row[measure.name] ?? 0) >= 0)
  const drawn = { along, series, measures }
  if (along.is === 'time' && places >= POINTS_OF_LINE_MIN) {
    if (colours > SERIES_MAX || places > POINTS_OF_LINE_MAX) return undefined
    return { type: 'lines', alternatives: stacks && places <= BARS_MAX ? ['stacked_bar'] : [], ...drawn }
  }
  if (colours > SERIES_MAX) {
    // The one of few values is the colour, whichever it is.
    return places <= SERIES_MAX && colours <= GROUPS_MAX ? grouped(series, along, measures, stacks) : undefined
  }
  return places <= GROUPS_MAX ? grouped(along, series, measures, stacks) : undefined
}

const grouped = (
  along: ChartColumn,
  series: ChartColumn,
  measures: readonly ChartColumn[],
  stacks: boolean,
): ChosenChart => ({ type: 'grouped_bar', alternatives: stacks ? ['stacked_bar'] : [], along, series, measures })

const isCloud = (rows: readonly Row[]): boolean =>
  rows.length >= POINTS_OF_CLOUD_MIN && rows.length <= POINTS_OF_CLOUD_MAX

/** Lengths of one axis. */
const areAlike = ([first, ...others]: readonly ChartColumn[]): boolean =>
  first !== undefined && others.every(({ unit, adds }) => unit === first.unit && (unit !== null || adds === first.adds))

const distinct = (rows: readonly Row[], { name }: ChartColumn): number =>
  new Set(rows.map((row) => JSON.stringify(row[name] ?? null))).size

/** Whether no two rows have the same names: else a bar would be drawn twice. */
const isUnique = (rows: readonly Row[], columns: readonly ChartColumn[]): boolean =>
  new Set(rows.map((row) => JSON.stringify(columns.map(({ name }) => row[name] ?? null)))).size === rows.length
