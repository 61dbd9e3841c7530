import type { QueryResult, ResultColumn, Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'
import { timeGrain } from './time-grain.ts'

/** What a column of a result is to a chart. */
export interface ChartColumn {
  readonly name: string
  /** For people; a unit is not part of it. */
  readonly title: string
  /**
   * `time` has an order and a distance; `category` names what a row is of, and `key` does so for programs; `measure` is
   * drawn as a length or a place.
   */
  readonly is: 'measure' | 'category' | 'key' | 'time'
  /** `EUR`, `days`; `%` of shares. */
  readonly unit: string | null
  /** Whether a sum of its cells says something: counts and sums, no averages, shares or prices. */
  readonly adds: boolean
  /** Of a currency that may not be known. */
  readonly isMoney: boolean
}

/** What is known of a column beside its cells. */
export interface ColumnHint {
  readonly title?: string
  /** `plain`: a number that names its row, as years and ids do. */
  readonly kind?: 'number' | 'money' | 'percent' | 'plain' | 'date' | 'text' | 'yes-no'
  readonly unit?: string | null
}

const YEAR_MIN = 1_900
const YEAR_MAX = 2_100
const KEYS = /(?:^|_)(?:id|ID|Id|uuid|UUID|guid|GUID)$|[a-z]I[dD]$/
/** Names of numbers that name their row. */
const NAMES = /(?:^|_)(?:no|nr|number|code|zip|postcode|sku|isbn|ean)$/i
const YEARS = /(?:^|_)(?:year|jahr)$/i
/** Names of numbers whose sum says nothing. */
const NO_SUM =
  /(?:^|[^a-z])(?:avg|average|mean|median|min|max|price|rate|ratio|share|percent|percentage|pct|age|score|rating|per)(?![a-z])|schnitt|anteil/i

/** The columns of a result as a chart sees them; undefined of one that no chart can show (nested, mixed, empty). */
export const chartColumns = (
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
  hints: readonly ColumnHint[] = [],
): readonly (ChartColumn | undefined)[] => columns.map((column, at) => chartColumn(column, rows, hints[at] ?? {}))

const chartColumn = (
  { name, type, unit: known }: ResultColumn,
  rows: readonly Row[],
  { title = name.replaceAll('_', ' '), kind, unit = known ?? null }: ColumnHint,
): ChartColumn | undefined => {
  const cells = rows.map((row) => row[name] ?? null).filter((cell) => cell !== null)
  if (cells.length === 0 || cells.some((cell) => typeof cell === 'object')) return undefined
  const own = { name, title, unit: unit === '' ? null : unit, adds: false, isMoney: false }
  if (isOfOneGrain(cells) || (isYears(cells) && (YEARS.test(name) || kind === 'date'))) return { ...own, is: 'time' }
  const isKey = KEYS.test(name)
  if (type !== 'number') return type === 'mixed' ? undefined : { ...own, is: isKey ? 'key' : 'category' }
  // Digits that a number cannot keep come as text.
  if (!cells.every((cell) => typeof cell === 'number')) return undefined
  if (isKey) return { ...own, is: 'key' }
  if (kind === 'plain' || (kind === undefined && NAMES.test(name))) return { ...own, is: 'category' }
  const isShare = kind === 'percent' || own.unit === '%'
  const adds = !isShare && !NO_SUM.test(name)
  return { ...own, unit: isShare ? '%' : own.unit, is: 'measure', adds, isMoney: kind === 'money' }
}

const isOfOneGrain = (cells: readonly Json[]): boolean => {
  const [first, ...others] = cells
  const grain = typeof first === 'string' ? timeGrain(first) : undefined
  return grain !== undefined && others.every((cell) => typeof cell === 'string' && timeGrain(cell) === grain)
}

const isYears = (cells: readonly Json[]): boolean =>
  cells.every((cell) => typeof cell === 'number' && Number.isInteger(cell) && cell >= YEAR_MIN && cell <= YEAR_MAX)

/** `revenue (EUR)`. */
export const titleWithUnit = ({ title, unit }: Pick<ChartColumn, 'title' | 'unit'>): string =>
  unit === null || title.includes(unit) ? title : `${title} (${unit})`
