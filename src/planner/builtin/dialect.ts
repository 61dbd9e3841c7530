import type { Day } from './calendar.ts'
import type { Bucket } from './time.ts'

/** What differs between SQL engines. */
export interface Dialect {
  identifier(name: string): string
  /** `schema.table` or `table`. */
  table(name: string): string
  text(value: string): string
  day(day: Day): string
  /** Expression for the stretch of time that a date falls into. */
  bucket(column: string, bucket: Bucket): string
  /** Text match that ignores case. */
  like(column: string, pattern: string): string
}

const RESERVED = new Set(
  (
    'add all alter and as asc between by case check collate column commit constraint create cross current date default ' +
    'delete desc distinct drop else end escape except exists foreign from full group having in index inner insert ' +
    'intersect into is join key left like limit natural not null offset on or order outer primary references right ' +
    'row rows select set table then to transaction union unique update user using values view when where window with'
  ).split(' '),
)

const identifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const bucketExpression = (column: string, bucket: Bucket): string => {
  switch (bucket) {
    case 'day':
      return `strftime('%Y-%m-%d', ${column})`
    case 'week':
      return `date(${column}, 'weekday 0', '-6 days')`
    case 'month':
      return `strftime('%Y-%m', ${column})`
    case 'quarter':
      return `strftime('%Y', ${column}) || '-Q' || ((CAST(strftime('%m', ${column}) AS INTEGER) + 2) / 3)`
    case 'year':
      return `strftime('%Y', ${column})`
    case 'weekday': {
      const names = WEEKDAYS.map((name, index) => `WHEN '${index}' THEN '${name}'`).join(' ')
      return `CASE strftime('%w', ${column}) ${names} END`
    }
  }
}

export const SQLITE: Dialect = {
  identifier,
  table: (name) => name.split('.').map(identifier).join('.'),
  text,
  day: text,
  bucket: bucketExpression,
  like: (column, pattern) => `${column} LIKE ${text(pattern)}`,
}
