import type { Row } from '../../ask/rules/outcome.ts'
import type { ChartColumn } from './chart-column.ts'

/** How a result may be drawn. None of them has a second axis, and none is a pie. */
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

/** Which columns of a result are drawn, and how. */
export interface ChosenChart {
  readonly type: ChartType
  /** What it may be drawn as instead. */
  readonly alternatives: readonly ChartType[]
  /** What stands along the axis of names or times; absent of bare figures, distributions and clouds without names. */
  readonly along?: ChartColumn
  /** What the colours are; absent where there is one colour. */
  readonly series?: ChartColumn
  /** What is measured; several of one unit are a series of their own, others have a panel each. */
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
const PANELS_MAX = 3
const POINTS_OF_LINE_MIN = 3
const VALUES_OF_HISTOGRAM_MIN = 12
const POINTS_OF_CLOUD_MIN = 8
const DIMENSIONS_MAX = 2
/** How much longer than another a bar without a unit may be. */
const SCALE_MAX = 50

/**
 * The chart of a result by its columns and rows alone (docs/charts.md); undefined where a table says it better. Nothing of a
 * result of which rows are missing is drawn: its lengths would be wrong.
 */
export const chooseChart = ({ columns, rows, truncated }: ChartTable): ChosenChart | undefined => {
  if (truncated || rows.length === 0) return undefined
  const known = columns.filter((column) => column !== undefined)
  if (known.length < columns.length) return undefined
  const measures = measuresOf(known)
  const dimensions = rows.length === 1 ? known.filter(({ is }) => is !== 'measure') : namesOf(known, rows)
  if (measures.length === 0 || dimensions.length > DIMENSIONS_MAX) return undefined
  if (rows.length === 1) return ofOneRow(measures, dimensions, rows)
  const [first, second] = dimensions
  if (first === undefined) return ofMeasures(measures, rows)
  // Bars that only a program can tell apart: a list of rows, unless rows were grouped by the key.
  if (first.is === 'key' && known.length > DIMENSIONS_MAX) return undefined
  if (second !== undefined) return ofTwo(first, second, measures, rows)
  return ofOne(first, measures, rows)
}

/** Shares of what is drawn beside them say the same once more. */
const measuresOf = (columns: readonly ChartColumn[]): readonly ChartColumn[] => {
  const all = columns.filter(({ is }) => is === 'measure')
  const [base, ...others] = all.filter(({ unit }) => unit !== '%')
  return base !== undefined && others.length === 0 && base.adds ? [base] : all
}

/** What names a row: where one column does by itself, it alone, rather than a key. */
const namesOf = (columns: readonly ChartColumn[], rows: readonly Row[]): readonly ChartColumn[] => {
  const all = columns.filter(({ is }) => is !== 'measure')
  const alone = all.filter((column) => isUnique(rows, [column]))
  const best = alone.find(({ is }) => is !== 'key') ?? alone[0]
  return best === undefined ? all : [best]
}

/** One row: its number, of what it names; several of one unit beside each other. */
const ofOneRow = (
  measures: readonly ChartColumn[],
  dimensions: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  if (measures.length === 1) {
    const along = dimensions.find(({ is }) => is !== 'key') ?? dimensions[0]
    return { type: 'figure', alternatives: [], ...(along === undefined ? {} : { along }), measures }
  }
  return dimensions.length === 0 && areAlike(measures, rows) && measures.length <= GROUPS_MAX
    ? { type: 'bar', alternatives: [], measures }
    : undefined
}

/** No name for a row: how the values are spread, or how two of them go together. */
const ofMeasures = (measures: readonly ChartColumn[], rows: readonly Row[]): ChosenChart | undefined => {
  if (measures.length === 1 && rows.length >= VALUES_OF_HISTOGRAM_MIN)
    return { type: 'histogram', alternatives: [], measures }
  return measures.length === 2 && rows.length >= POINTS_OF_CLOUD_MIN
    ? { type: 'scatter', alternatives: [], measures }
    : undefined
}

const ofOne = (along: ChartColumn, measures: readonly ChartColumn[], rows: readonly Row[]): ChosenChart | undefined => {
  if (!isUnique(rows, [along])) return undefined
  const drawn = { along, measures }
  const isLine = along.is === 'time' && rows.length >= POINTS_OF_LINE_MIN
  if (measures.length === 1) {
    if (isLine) return { type: 'line', alternatives: rows.length <= BARS_MAX ? ['bar'] : [], ...drawn }
    if (rows.length <= BARS_MAX) return { type: 'bar', alternatives: [], ...drawn }
    return { type: 'bar', alternatives: [], ...drawn, top: TOP }
  }
  if (!areAlike(measures, rows)) return ofUnlike(along, measures, rows)
  if (measures.length > SERIES_MAX) return undefined
  if (isLine) return { type: 'lines', alternatives: rows.length <= GROUPS_MAX ? ['grouped_bar'] : [], ...drawn }
  return rows.length <= GROUPS_MAX ? { type: 'grouped_bar', alternatives: [], ...drawn } : undefined
}

/** Lengths of several units have an axis each, one below the other; of many rows two are a cloud. */
const ofUnlike = (
  along: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly Row[],
): ChosenChart | undefined => {
  if (measures.length <= PANELS_MAX && (along.is === 'time' || rows.length <= GROUPS_MAX))
    return { type: 'panels', alternatives: [], along, measures }
  return measures.length === 2 ? { type: 'scatter', alternatives: [], along, measures } : undefined
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
  if (along.is === 'time' && places >= POINTS_OF_LINE_MIN)
    return colours <= SERIES_MAX
      ? { type: 'lines', alternatives: stacks && places <= BARS_MAX ? ['stacked_bar'] : [], ...drawn }
      : undefined
  const alternatives: readonly ChartType[] = stacks ? ['stacked_bar'] : []
  if (colours <= SERIES_MAX && places <= GROUPS_MAX) return { type: 'grouped_bar', alternatives, ...drawn }
  // The one of few values is the colour, whichever it is.
  return places <= SERIES_MAX && colours <= GROUPS_MAX
    ? { type: 'grouped_bar', alternatives, ...drawn, along: series, series: along }
    : undefined
}

/**
 * Whether lengths may stand on one axis: of one unit; without units, where their names share a word (`paid_orders`,
 * `open_orders`), or where all are whole numbers that add and none is so small that it would not be seen.
 */
const areAlike = (measures: readonly ChartColumn[], rows: readonly Row[]): boolean => {
  const [first, ...others] = measures
  if (first === undefined || others.some((other) => !isSameKind(first, other))) return false
  if (first.unit !== null || others.length === 0) return true
  const words = wordsOf(first.name).filter((word) => others.every(({ name }) => wordsOf(name).includes(word)))
  if (words.length > 0) return true
  const cells = measures.map(({ name }) => rows.map((row) => Number(row[name] ?? 0)))
  const lengths = cells.map((column) => Math.max(...column.map(Math.abs)))
  return first.adds && cells.flat().every(Number.isInteger) && Math.max(...lengths) <= SCALE_MAX * Math.min(...lengths)
}

const isSameKind = (one: ChartColumn, other: ChartColumn): boolean =>
  one.unit === other.unit && one.adds === other.adds && one.isMoney === other.isMoney

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

const distinct = (rows: readonly Row[], { name }: ChartColumn): number =>
  new Set(rows.map((row) => JSON.stringify(row[name] ?? null))).size

/** Whether no two rows have the same names: else a bar would be drawn twice. */
const isUnique = (rows: readonly Row[], columns: readonly ChartColumn[]): boolean =>
  new Set(rows.map((row) => JSON.stringify(columns.map(({ name }) => row[name] ?? null)))).size === rows.length
