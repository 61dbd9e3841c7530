import type { TimeBucket } from '../../../../ask/rules/sql-dialect.ts'
import type { Json } from '../../../../platform/values/json.ts'
import type { KnownColumn } from '../known-database.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAY_MS = 86_400_000

/** The text of the time unit that contains a moment, in UTC; null for null. */
export const bucketOf = (field: string, column: KnownColumn | undefined, bucket: TimeBucket): Json => {
  const date = column?.type === 'TIMESTAMP' ? field : { $convert: { input: field, to: 'date', onError: null } }
  const text = (format: string, of: Json = date): Json => ({ $dateToString: { date: of, format } })
  const daysAfterMonday: Json = { $subtract: [{ $toInt: text('%u') }, 1] }
  switch (bucket) {
    case 'day':
      return text('%Y-%m-%d')
    case 'week':
      return text('%Y-%m-%d', { $subtract: [date, { $multiply: [daysAfterMonday, DAY_MS] }] })
    case 'month':
      return text('%Y-%m')
    case 'quarter': {
      const quarter = { $ceil: { $divide: [{ $toInt: text('%m') }, 3] } }
      return { $concat: [text('%Y'), '-Q', { $toString: { $toInt: quarter } }] }
    }
    case 'year':
      return text('%Y')
    case 'weekday':
      return { $arrayElemAt: [WEEKDAYS, daysAfterMonday] }
  }
}

/** A number rounded to two decimals, half away from zero; null for null. */
export const rounded = (field: string): Json => {
  const half = { $cond: [{ $lt: [`$${field}`, 0] }, -0.5, 0.5] }
  return { $divide: [{ $trunc: { $add: [{ $multiply: [`$${field}`, 100] }, half] } }, 100] }
}

/** A part in percent of the whole; null if the whole is 0. */
export const percentage = (part: string, whole: string): Json => ({
  $cond: [{ $eq: [whole, 0] }, null, { $divide: [{ $multiply: [100, part] }, whole] }],
})
