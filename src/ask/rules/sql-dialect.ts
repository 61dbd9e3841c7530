import type { Table } from '../../guard/schema.ts'

/** Time units that rows are grouped by. */
export const TIME_BUCKETS = ['day', 'week', 'month', 'quarter', 'year', 'weekday'] as const

export type TimeBucket = (typeof TIME_BUCKETS)[number]

/**
 * How one engine spells what differs between engines. Printers of queries combine these texts with what all SQL engines
 * share: SELECT, JOIN, WHERE, EXISTS, IN, GROUP BY, HAVING, CASE, comparisons, IS NULL, COUNT, SUM, AVG, MIN, MAX,
 * NULLIF, and numbers. The meaning of each text is the same in every dialect, so that a question has the same answer on
 * every engine.
 *
 * All methods are pure functions on text. Parameters called `expression` or the like are SQL already; a name, a value
 * or a day is not, and may hold any character. Returned expressions can be used in a list of columns, in GROUP BY and
 * in ORDER BY; conditions can be used with AND and after NOT.
 */
export interface SqlDialect {
  /** The name of a column, or of a column of the result, quoted so that it is matched exactly. Plain words are not quoted. */
  identifier(name: string): string
  /** A table after FROM or JOIN, unambiguous even if other schemas have a table of the same name. */
  table(table: Pick<Table, 'schema' | 'name'>): string
  /** A text constant equal to `value`, character by character. */
  text(value: string): string
  /**
   * The constant for true or false in columns of this type.
   * @param columnType as declared: some columns that hold booleans are declared as numbers
   */
  boolean(value: boolean, columnType: string): string
  /**
   * The first moment of a day in UTC, as a constant: date and time columns are compared with it by `<` and `>=`.
   * @param day `2026-11-21`
   */
  day(day: string): string
  /**
   * The text of the time unit that contains a moment, in UTC; NULL for NULL. `2026-11-21` for a day, and for a week its
   * Monday; `2026-11` for a month, `2026-Q4` for a quarter, `2026` for a year; `Saturday`.
   * @param moment an expression for a date, with or without a time
   */
  bucket(moment: string, bucket: TimeBucket): string
  /**
   * A condition: the whole text matches the pattern, ignoring case at least for ASCII letters.
   * @param text an expression
   * @param pattern `%` matches any characters and `_` one; all others match themselves, backslash included
   */
  like(text: string, pattern: string): string
  /**
   * A number to add up or to compare, with at least double precision, regardless of the precision of sums of its type.
   * @param columnType of the column that it is from, as declared
   */
  operand(expression: string, columnType: string): string
  /** Whether columns of this type hold decimals with exact sums, products and extremes. */
  isDecimal(columnType: string): boolean
  /** Rounds a number to so many decimals, half away from zero. */
  round(expression: string, decimals: number): string
  /** A part in percent of the whole, with its fraction even if both are integers; NULL if the whole is 0. */
  percentage(part: string, whole: string): string
  /** A term of ORDER BY. NULL sorts first when ascending, and last when descending. */
  order(expression: string, direction: 'ascending' | 'descending'): string
  /** The clause after ORDER BY that limits the rows. */
  limit(rowsMax: number): string
}
