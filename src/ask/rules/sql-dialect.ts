import type { Table } from '../../guard/schema.ts'

/** Stretches of time that rows are grouped by. */
export const TIME_BUCKETS = ['day', 'week', 'month', 'quarter', 'year', 'weekday'] as const

export type TimeBucket = (typeof TIME_BUCKETS)[number]

/**
 * How one engine spells what engines spell differently. Whoever prints a query takes these texts from here and joins
 * them with what all SQL engines share: SELECT, JOIN, WHERE, EXISTS, IN, GROUP BY, HAVING, CASE, comparisons, IS NULL,
 * COUNT, SUM, AVG, MIN, MAX, NULLIF, and numbers. What each text must mean is the same everywhere, so that one question
 * has one answer on every engine.
 *
 * All is pure: text in, text out. Parameters called `expression` or the like are SQL already; a name, a value or a day
 * is not, and may hold any character. Expressions that are given back can stand in a list of columns, in GROUP BY and in
 * ORDER BY; conditions can stand beside AND and after NOT.
 */
export interface SqlDialect {
  /** The name of a column, or of a column of the result: exactly this one, whatever is in it. Plain words stay bare. */
  identifier(name: string): string
  /** A table after FROM or JOIN, found whatever other tables of this name there are in other schemas. */
  table(table: Pick<Table, 'schema' | 'name'>): string
  /** A constant text that is equal to `value`, character by character. */
  text(value: string): string
  /**
   * The constant that stands for true or false in columns of this type.
   * @param columnType as declared: some columns that hold booleans are declared as numbers
   */
  boolean(value: boolean, columnType: string): string
  /**
   * The first moment of a day in UTC, as a constant: date and time columns are compared with it by `<` and `>=`.
   * @param day `2026-11-21`
   */
  day(day: string): string
  /**
   * A text for the stretch of time that a moment falls into, in UTC; NULL where there is no moment. `2026-11-21` for a
   * day, and for a week its Monday; `2026-11` for a month, `2026-Q4` for a quarter, `2026` for a year; `Saturday`.
   * @param moment an expression for a date, with or without a time
   */
  bucket(moment: string, bucket: TimeBucket): string
  /**
   * A condition: the whole text is like the pattern, upper and lower case being the same at least for ASCII letters.
   * @param text an expression
   * @param pattern in which `%` stands for any characters and `_` for one; all others for themselves, backslash included
   */
  like(text: string, pattern: string): string
  /**
   * A number to add up or to compare, with the digits of a double at least, whatever sums of its type keep.
   * @param columnType of the column that it is from, as declared
   */
  operand(expression: string, columnType: string): string
  /** Whether columns of this type hold decimals whose sums, products and extremes are exact. */
  isDecimal(columnType: string): boolean
  /** A number with at most so many decimals; what lies in the middle goes away from zero. */
  round(expression: string, decimals: number): string
  /**
   * How many percent of the whole a part is, with its fraction even where both are whole numbers; NULL where the whole
   * is 0.
   */
  percentage(part: string, whole: string): string
  /** A place in ORDER BY. Rows without a value come first when ascending, and last when descending. */
  order(expression: string, direction: 'ascending' | 'descending'): string
  /** What ends a query, after ORDER BY, to keep its first rows only. */
  limit(rowsMax: number): string
}
