import type { QueryResult, ResultColumn, Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'
import { timeGrain } from './time-grain.ts'

/** The role of a result column in a chart. */
export interface ChartColumn {
  readonly name: string
  /** For display, without the unit. */
  readonly title: string
  /**
   * `time` is ordered with distances; `category` names what a row is about, `key` does so for programs; `measure` is
   * drawn as a length or position.
   */
  readonly is: 'measure' | 'category' | 'key' | 'time'
  /** `EUR`, `days`; `%` for shares. */
  readonly unit: string | null
  /** Whether its cells may be summed: counts and sums, but not averages, shares or prices. */
  readonly isSummable: boolean
  /** An amount of money, possibly in an unknown currency. */
  readonly isMoney: boolean
}

/** What the planner knows about a column. */
export interface ColumnHint {
  readonly title?: string
  /** `plain`: a number that identifies its row, such as a year or an id. */
  readonly kind?: 'number' | 'money' | 'percent' | 'plain' | 'date' | 'text' | 'yes-no'
  readonly unit?: string | null
}

const YEAR_MIN = 1_900
const YEAR_MAX = 2_100
const KEY_NAME = /(?:^|_)(?:id|ID|Id|uuid|UUID|guid|GUID)$|[a-z]I[dD]$/
/** Names of numbers that identify rows. */
const IDENTIFIER_NAME = /(?:^|_)(?:no|nr|number|code|zip|postcode|sku|isbn|ean)$/i
const YEAR_NAME = /(?:^|_)(?:year|jahr)$/i
/** Names of numbers that must not be summed. */
const NOT_SUMMABLE_NAME =
  /(?:^|[^a-z])(?:avg|average|mean|median|min|max|price|rate|ratio|share|percent|percentage|pct|age|score|rating|per)(?![a-z])|schnitt|anteil/i

/** The columns of a result with their roles; undefined for columns that no chart can show (nested, mixed, empty). */
export const chartColumns = (
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
  hints: readonly ColumnHint[] = [],
): readonly (ChartColumn | undefined)[] => columns.map((column, at) => chartColumn(column, rows, hints[at] ?? {}))

const chartColumn = (
  { name, type, unit: resultUnit, title: ownTitle }: ResultColumn,
  rows: readonly Row[],
  { title = ownTitle ?? name.replaceAll('_', ' '), kind, unit = resultUnit ?? null }: ColumnHint,
): ChartColumn | undefined => {
  const cells = rows.map((row) => row[name] ?? null).filter((cell) => cell !== null)
  if (cells.length === 0 || cells.some((cell) => typeof cell === 'object')) return undefined
  const common = { name, title, unit: unit === '' ? null : unit, isSummable: false, isMoney: false }
  if (haveSameGrain(cells) || (areYears(cells) && (YEAR_NAME.test(name) || kind === 'date')))
    return { ...common, is: 'time' }
  const isKey = KEY_NAME.test(name)
  if (type !== 'number') return type === 'mixed' ? undefined : { ...common, is: isKey ? 'key' : 'category' }
  // Numbers beyond double precision arrive as text.
  if (!cells.every((cell) => typeof cell === 'number')) return undefined
  if (isKey) return { ...common, is: 'key' }
  if (kind === 'plain' || (kind === undefined && IDENTIFIER_NAME.test(name))) return { ...common, is: 'category' }
  const isShare = kind === 'percent' || common.unit === '%'
  const isSummable = !isShare && !NOT_SUMMABLE_NAME.test(name)
  return { ...common, unit: isShare ? '%' : common.unit, is: 'measure', isSummable, isMoney: kind === 'money' }
}

const haveSameGrain = (cells: readonly Json[]): boolean => {
  const [first, ...others] = cells
  const grain = typeof first === 'string' ? timeGrain(first) : undefined
  return grain !== undefined && others.every((cell) => typeof cell === 'string' && timeGrain(cell) === grain)
}

const areYears = (cells: readonly Json[]): boolean =>
  cells.every((cell) => typeof cell === 'number' && Number.isInteger(cell) && cell >= YEAR_MIN && cell <= YEAR_MAX)

/** `revenue (EUR)`. */
export const titleWithUnit = ({ title, unit }: Pick<ChartColumn, 'title' | 'unit'>): string =>
  unit === null || title.includes(unit) ? title : `${title} (${unit})`
