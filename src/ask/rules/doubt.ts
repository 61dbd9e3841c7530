import type { Json } from '../../platform/values/json.ts'
import type { QueryDraft } from './draft.ts'
import type { QueryResult, ResultColumn } from './outcome.ts'

/** Why the result of a query is reviewed before it is worded. */
export type Doubt = 'no_rows' | 'only_nulls' | 'lone_zero' | 'one_group' | 'missing_period' | 'unsure'

/** A draft with a lower confidence is reviewed regardless of its result. */
const SURE = 0.7
/** The share of one row in the sum of a column above which the other rows are negligible. */
const ONE_GROUP_SHARE = 0.95
/** The minimum of periods to detect a missing one. */
const PERIODS_MIN = 3

/** What is unusual about a result, by rules that need no model call; undefined for a usual result. */
export const doubtOf = (result: QueryResult, { confidence }: Pick<QueryDraft, 'confidence'>): Doubt | undefined => {
  if (result.rowCount === 0) return 'no_rows'
  if (result.columns.some((column) => isNull(result, column))) return 'only_nulls'
  if (isLoneZero(result)) return 'lone_zero'
  if (hasOneGroup(result)) return 'one_group'
  if (missesPeriod(result)) return 'missing_period'
  return confidence < SURE ? 'unsure' : undefined
}

/** Whether a result says nothing by itself: it does not replace an earlier result. */
export const isEmptyFinding = (result: QueryResult): boolean =>
  result.rowCount === 0 || result.columns.every((column) => isNull(result, column)) || isLoneZero(result)

const cellsOf = ({ rows }: Pick<QueryResult, 'rows'>, { name }: ResultColumn): readonly Json[] =>
  rows.map((row) => row[name] ?? null)

const isNull = (result: QueryResult, column: ResultColumn): boolean =>
  cellsOf(result, column).every((cell) => cell === null)

/** One row in which every cell is 0, or empty beside a 0. */
const isLoneZero = ({ rows, columns }: QueryResult): boolean => {
  const [row] = rows
  if (row === undefined || rows.length > 1) return false
  const cells = columns.map(({ name }) => row[name] ?? null)
  return cells.includes(0) && cells.every((cell) => cell === 0 || cell === null)
}

/** Counts or sums of groups, of which one has nearly everything. */
const hasOneGroup = (result: QueryResult): boolean => {
  const numbers = result.columns.filter(({ type }) => type === 'number')
  const [measure] = numbers
  if (result.truncated || result.rowCount < 2 || measure === undefined) return false
  if (numbers.length > 1 || result.columns.length < 2) return false
  const cells = cellsOf(result, measure).map(Number)
  if (cells.some((cell) => cell < 0)) return false
  const sum = cells.reduce((all, cell) => all + cell, 0)
  return sum > 0 && Math.max(...cells) >= ONE_GROUP_SHARE * sum
}

/** In ordered rows, a missing year, month or day, or one with 0 where the others have values. */
const missesPeriod = (result: QueryResult): boolean => {
  const [first, ...others] = result.columns
  if (first === undefined || result.truncated || result.rowCount < PERIODS_MIN) return false
  const periods = periodsIn(cellsOf(result, first).map(String))
  if (periods === undefined) return false
  const steps = periods.slice(1).map((period, index) => period - (periods[index] ?? 0))
  const isInOrder = steps.every((step) => step > 0) || steps.every((step) => step < 0)
  if (!isInOrder) return false
  const lengths = steps.map(Math.abs)
  // Weeks are seven days apart: a period is missing if a step is longer than the shortest one.
  if (Math.max(...lengths) > Math.min(...lengths)) return true
  const [measure] = others.filter(({ type }) => type === 'number')
  return measure !== undefined && cellsOf(result, measure).includes(0)
}

const DAY_MS = 86_400_000
const PERIOD = /^((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?(?:[T ]00:00.*)?$/

/** Ordinals of years, months or days; undefined unless all cells are of one kind. */
const periodsIn = (cells: readonly string[]): readonly number[] | undefined => {
  const parts = cells.map((cell) => PERIOD.exec(cell) ?? [])
  const has = (part: number) => parts.every((found) => found[part] !== undefined)
  const numbers = parts.map((found) => found.slice(1).map(Number))
  const isMonthly = has(2) && (!has(3) || numbers.every(([, , day]) => day === 1))
  if (isMonthly) return numbers.map(([year = 0, month = 0]) => year * 12 + month)
  if (has(3)) return numbers.map(([year = 0, month = 1, day = 1]) => Date.UTC(year, month - 1, day) / DAY_MS)
  return has(1) && parts.every((found) => found[2] === undefined) ? numbers.map(([year = 0]) => year) : undefined
}
