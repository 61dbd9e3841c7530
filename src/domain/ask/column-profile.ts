import type { Json } from '../json.ts'
import { isNumberType } from './column-type.ts'
import type { ColumnValues } from './knowledge.ts'

/** A column that is worth knowing the range of. */
export interface ProfiledColumn extends Pick<ColumnValues, 'table' | 'column'> {
  readonly type: string
}

/** What a column holds among the rows that a caller may see. */
export interface ColumnProfile extends ProfiledColumn {
  /** Null where no row has a value. */
  readonly low: Json
  readonly high: Json
  readonly rows: number
  /** Rows without a value. */
  readonly nulls: number
}

/** Seconds since 1970, of the years 1990 to 2100. */
const SECONDS = [631_152_000, 4_102_444_800] as const
/** Names of moments. */
const MOMENT = /time|date|stamp|_at$|At$|_on$|On$|created|updated|expires|since|until/
const SHARE = /rate|ratio|share|percent|pct|proportion|discount|margin|probab/i

/**
 * How numbers of a column are to be read, where its name and its range leave little doubt.
 *
 * @returns undefined of plain numbers, and of what is no number
 */
export const formatOf = ({ column, type, low, high }: ColumnProfile): string | undefined => {
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
