import type { Json } from '../../platform/values/json.ts'
import { hasRange, isNumberType, isTextType } from './column-type.ts'
import { dateFormatOf } from './date-format.ts'
import type { ColumnValues } from './knowledge.ts'

/** A column that is worth knowing the range of. */
export interface ProfiledColumn extends Pick<ColumnValues, 'table' | 'column'> {
  readonly type: string
  /** What its rows are counted by, where it may hold few values. */
  readonly codes?: readonly Code[]
}

/** One of few values that rows are told apart by. */
export type Code = string | number

export interface CodeCount {
  readonly code: Code
  readonly rows: number
}

/** What a column holds among the rows that a caller may see. */
export interface ColumnProfile extends ProfiledColumn {
  /** Null where no row has a value. */
  readonly low: Json
  readonly high: Json
  readonly rows: number
  /** Rows without a value. */
  readonly nulls: number
  /** Of each of its codes that a row has; absent where rows have other values too. */
  readonly counts?: readonly CodeCount[]
}

/** Seconds since 1970, of the years 1990 to 2100. */
const SECONDS = [631_152_000, 4_102_444_800] as const
/** Names of moments. */
const MOMENT = /time|date|stamp|_at$|At$|_on$|On$|created|updated|expires|since|until/
/** Names of what is so or not. */
const FLAG = /^(?:is|has|was|can)_|^(?:is|has|was|can)[A-Z]|flag|active|enabled|deleted|archived/
/** Names of what has few values. */
const CODE =
  /status|state$|type|kind|level|categor|code$|flag|priority|rating|grade|class|stage|gender|score|stars|size/i
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const CODES_MAX = 10
const SHARE = /rate|ratio|share|percent|pct|proportion|discount|margin|probab/i

/**
 * A column as it is worth reading: numbers and dates, texts that may be dates or flags, and what has few values.
 *
 * @param kinds of its texts, as they are published
 * @returns undefined of other texts, whose range says nothing
 */
export const profiledColumn = (column: ProfiledColumn, kinds: readonly string[]): ProfiledColumn | undefined => {
  const { column: name, type } = column
  if (hasRange(type)) return /int|serial/i.test(type) && CODE.test(name) ? { ...column, codes: DIGITS } : column
  if (!isTextType(type)) return undefined
  if (kinds.length > 0 && kinds.length <= CODES_MAX) return { ...column, codes: kinds }
  return MOMENT.test(name) || FLAG.test(name) ? column : undefined
}

/**
 * How values of a column are to be read, where its name and its range leave little doubt.
 *
 * @returns undefined of plain numbers, and of plain texts
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

/** Whether what is read in this format is in the order of its texts: of days, those that begin with their year. */
export const isInOrder = (format: string | undefined): boolean =>
  format === undefined || !format.startsWith(DAYS) || format.startsWith(`${DAYS}YYYY`)

const DAYS = 'days as texts, '

const FLAGS = new Set(['f t', 'n y', 'N Y', 'F T', 'no yes', 'No Yes', 'NO YES', 'false true', 'False True', '0 1'])

/** The first and the last of all texts write a day as those between them do, as no other format has both. */
const formatOfTexts = (low: string, high: string): string | undefined => {
  if (FLAGS.has(`${low} ${high}`)) return `the texts '${low}' and '${high}'`
  const format = dateFormatOf([low, high], 2)
  return format === undefined ? undefined : `${DAYS}${format}`
}
