import type { Json } from '../../platform/values/json.ts'
import { hasRange, isNumberType, isTextType } from './column-type.ts'
import { dateFormatOf } from './date-format.ts'
import type { ColumnValues } from './knowledge.ts'

/** A column whose range is worth reading. */
export interface ProfiledColumn extends Pick<ColumnValues, 'table' | 'column'> {
  readonly type: string
  /** The values that its rows are counted by, if it holds few. */
  readonly codes?: readonly Code[]
}

/** One of the few values of a column. */
type Code = string | number

export interface CodeCount {
  readonly code: Code
  readonly rows: number
}

/** Range and counts of a column, within the rows that the caller may see. */
export interface ColumnProfile extends ProfiledColumn {
  /** Null if no row has a value. */
  readonly low: Json
  readonly high: Json
  readonly rows: number
  /** Rows without a value. */
  readonly nulls: number
  /** Counts of the codes that occur; absent if other values occur too. */
  readonly counts?: readonly CodeCount[]
}

/** Seconds since 1970, for the years 1990 to 2100. */
const SECONDS = [631_152_000, 4_102_444_800] as const
/** Names of columns that hold a time. */
const MOMENT = /time|date|stamp|_at$|At$|_on$|On$|created|updated|expires|since|until/
/** Names of columns that hold a boolean. */
const FLAG = /^(?:is|has|was|can)_|^(?:is|has|was|can)[A-Z]|flag|active|enabled|deleted|archived/
/** Names of columns with few values. */
const CODE =
  /status|state$|type|kind|level|categor|code$|flag|priority|rating|grade|class|stage|gender|score|stars|size/i
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const CODES_MAX = 10
const SHARE = /rate|ratio|share|percent|pct|proportion|discount|margin|probab/i

/**
 * A column if its range is worth reading: numbers, dates, texts that may be dates or flags, and columns with few
 * values.
 *
 * @param kinds the published categories of its texts
 * @returns undefined for other texts
 */
export const profiledColumn = (column: ProfiledColumn, kinds: readonly string[]): ProfiledColumn | undefined => {
  const { column: name, type } = column
  if (hasRange(type)) return /int|serial/i.test(type) && CODE.test(name) ? { ...column, codes: DIGITS } : column
  if (!isTextType(type)) return undefined
  if (kinds.length > 0 && kinds.length <= CODES_MAX) return { ...column, codes: kinds }
  return MOMENT.test(name) || FLAG.test(name) ? column : undefined
}

/**
 * How the values of a column are to be interpreted, if its name and range leave little doubt.
 *
 * @returns undefined for plain numbers and plain texts
 */
export const formatOf = ({ column, type, low, high }: ColumnProfile): string | undefined => {
  if (typeof low === 'string' && typeof high === 'string' && isTextType(type)) return formatOfTexts(low, high)
  if (!isNumberType(type) || typeof low !== 'number' || typeof high !== 'number') return undefined
  const isWithin = (least: number, most: number) => low >= least && high <= most
  const isWhole = Number.isInteger(low) && Number.isInteger(high)
  if (isWhole && MOMENT.test(column)) {
    if (isWithin(...SECONDS)) return 'unix seconds'
    if (isWithin(SECONDS[0] * 1_000, SECONDS[1] * 1_000)) return 'unix milliseconds'
    if (isWithin(19_000_101, 21_001_231) && [low, high].every(isCompactDay)) return 'YYYYMMDD'
    if (isWithin(190_001, 210_012) && [low, high].every((month) => isMonth(month % 100))) return 'YYYYMM'
    if (/time/i.test(column) && isWithin(0, 2_359) && high > 24 && [low, high].every((time) => time % 100 < 60))
      return 'HHMM'
  }
  if (SHARE.test(column) && isWithin(0, 1) && high > 0) return 'share of 1'
  return SHARE.test(column) && isWithin(0, 100) && high > 1 ? 'per cent' : undefined
}

const isMonth = (month: number): boolean => month >= 1 && month <= 12

const isCompactDay = (day: number): boolean => isMonth(Math.floor(day / 100) % 100) && day % 100 >= 1 && day % 100 <= 31

/** Whether texts of this format sort in the order of their values: for dates, if they begin with the year. */
export const isInOrder = (format: string | undefined): boolean =>
  format === undefined || !format.startsWith(DAYS) || format.startsWith(`${DAYS}YYYY`)

const DAYS = 'days as texts, '

const FLAGS = new Set(['f t', 'n y', 'N Y', 'F T', 'no yes', 'No Yes', 'NO YES', 'false true', 'False True', '0 1'])

/** Determined from the first and last text in sort order: texts of any other format would sort outside of them. */
const formatOfTexts = (low: string, high: string): string | undefined => {
  if (FLAGS.has(`${low} ${high}`)) return `the texts '${low}' and '${high}'`
  const format = dateFormatOf([low, high], 2)
  return format === undefined ? undefined : `${DAYS}${format}`
}
