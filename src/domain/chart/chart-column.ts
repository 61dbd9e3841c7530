import type { QueryResult, ResultColumn, Row } from '../ask/outcome.ts'
import type { Json } from '../json.ts'

/** What a column of a result is to a chart. */
export interface ChartColumn {
  readonly name: string
  /** For people; a unit is not part of it. */
  readonly title: string
  /** `time` has an order and a distance; `category` names what a row is of; `measure` is drawn as a length or a place. */
  readonly is: 'measure' | 'category' | 'time'
  /** `EUR`, `days`; `%` of shares. */
  readonly unit: string | null
  /** Whether a sum of its cells says something: counts and sums, no averages, shares or prices. */
  readonly adds: boolean
}

/** What is known of a column beside its cells. */
export interface ColumnHint {
  readonly title?: string
  /** `plain`: a number that names its row, as years and ids do. */
  readonly kind?: 'number' | 'money' | 'percent' | 'plain' | 'date' | 'text' | 'yes-no'
  readonly unit?: string | null
}

const TIME = /^\d{4}(?:-(?:Q[1-4]|W\d\d|\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?)?))?$/
const YEAR_MIN = 1_900
const YEAR_MAX = 2_100
/** Names of numbers that name their row. */
const NAMES = /(?:^|_)(?:id|uuid|no|nr|number|code|zip|postcode|sku|isbn|ean)$|Id$/i
const YEARS = /(?:^|_)(?:year|jahr)$/i
/** Names of numbers whose sum says nothing. */
const NO_SUM =
  /avg|average|mean|median|min|max|price|rate|ratio|share|percent|pct|age|score|rating|per_|_per|schnitt|anteil/i

/** The columns of a result as a chart sees them; undefined of one that no chart can show (nested, mixed, empty). */
export const chartColumns = (
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
  hints: readonly ColumnHint[] = [],
): readonly (ChartColumn | undefined)[] => columns.map((column, at) => chartColumn(column, rows, hints[at] ?? {}))

const chartColumn = (
  { name, type, unit: known }: ResultColumn,
  rows: readonly Row[],
  { title = name, kind, unit = known ?? null }: ColumnHint,
): ChartColumn | undefined => {
  const cells = rows.map((row) => row[name] ?? null).filter((cell) => cell !== null)
  if (cells.length === 0 || cells.some((cell) => typeof cell === 'object')) return undefined
  const own = { name, title, unit: unit === '' ? null : unit }
  if (cells.every(isTime) || (isYears(cells) && (YEARS.test(name) || kind === 'date')))
    return { ...own, is: 'time', adds: false }
  if (type !== 'number') return type === 'mixed' ? undefined : { ...own, is: 'category', adds: false }
  // Digits that a number cannot keep come as text.
  if (!cells.every((cell) => typeof cell === 'number')) return undefined
  if (kind === 'plain' || (kind === undefined && NAMES.test(name))) return { ...own, is: 'category', adds: false }
  const isShare = kind === 'percent' || own.unit === '%'
  return { ...own, unit: isShare ? '%' : own.unit, is: 'measure', adds: !isShare && !NO_SUM.test(name) }
}

const isTime = (cell: Json): boolean => typeof cell === 'string' && TIME.test(cell)

const isYears = (cells: readonly Json[]): boolean =>
  cells.every((cell) => typeof cell === 'number' && Number.isInteger(cell) && cell >= YEAR_MIN && cell <= YEAR_MAX)
