import type { SqlDialect, TimeBucket } from '../../ask/rules/sql-dialect.ts'
import type { Dialect } from '../shared/dialect.ts'
import { draftColumnTexts, SQL_PROMPT_RULES } from '../sql/dialect.ts'
import { FOLDING, quote } from './language/names.ts'

/** https://www.sqlite.org/lang_keywords.html, plus true and false, which are names only where nothing else fits. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case
  cast check collate column commit conflict constraint create cross current current_date current_time current_timestamp
  database default deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive
  exists explain fail false filter first following for foreign from full generated glob group groups having if ignore
  immediate in index indexed initially inner insert instead intersect into is isnull join key last left like limit match
  materialized natural no not nothing notnull null nulls of offset on or order others outer over partition plan pragma
  preceding primary query raise range recursive references regexp reindex release rename replace restrict returning right
  rollback row rows savepoint select set table temp temporary then ties to transaction trigger true unbounded union
  unique update user using vacuum values view virtual when where window with within without`.split(/\s+/),
)

const identifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/i.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : quote(name)

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const bucketText = (moment: string, bucket: TimeBucket): string => {
  switch (bucket) {
    case 'day':
      return `strftime('%Y-%m-%d', ${moment})`
    case 'week':
      return `date(${moment}, 'weekday 0', '-6 days')`
    case 'month':
      return `strftime('%Y-%m', ${moment})`
    case 'quarter':
      return `strftime('%Y', ${moment}) || '-Q' || ((CAST(strftime('%m', ${moment}) AS INTEGER) + 2) / 3)`
    case 'year':
      return `strftime('%Y', ${moment})`
    case 'weekday': {
      const names = WEEKDAYS.map((name, index) => `WHEN '${index}' THEN '${name}'`).join(' ')
      return `CASE strftime('%w', ${moment}) ${names} END`
    }
  }
}

/** Dates are ISO texts, booleans are numbers, and NULLs sort first by default. */
export const SQL_DIALECT: SqlDialect = {
  identifier,
  table: ({ name }) => identifier(name),
  text,
  boolean: (value) => (value ? '1' : '0'),
  day: text,
  bucket: bucketText,
  like: (expression, pattern) => `${expression} LIKE ${text(pattern)}`,
  operand: (expression) => expression,
  // All are floating point, regardless of their declaration.
  isDecimal: () => false,
  round: (expression, decimals) => `ROUND(${expression}, ${decimals})`,
  percentage: (part, whole) => `100.0 * ${part} / NULLIF(${whole}, 0)`,
  order: (expression, direction) => (direction === 'descending' ? `${expression} DESC` : expression),
  limit: (rowsMax) => `LIMIT ${rowsMax}`,
}

/** What a planner must know to write queries that the guard accepts. */
const DIALECT_NOTES = [
  'SQLite. Write exactly one SELECT (WITH is fine), without comments and without placeholders.',
  "Text goes in single quotes, names with odd characters in double quotes; never write a schema before a table's name.",
  "Dates are text: compare them as 'YYYY-MM-DD' and use date(), datetime(), strftime('%Y-%m', column) and julianday();",
  'there is no EXTRACT, DATE_TRUNC, INTERVAL, ILIKE or ::type; LIKE ignores the case of ASCII letters.',
  'Integer division drops the fraction: multiply by 1.0 first. Join texts with ||; list with group_concat().',
  'Rows of a list in JSON: FROM t, json_each(t.column) AS j, with j.key and j.value.',
  'The parts of a UNION take no parentheses, and ORDER BY and LIMIT stand once, after the last part.',
  'Rows are filtered for the caller already: add no condition on the tenant.',
].join(' ')

/** The SQL of SQLite. */
export const DIALECT: Dialect = {
  system: 'sqlite',
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: () => FOLDING,
  draftTexts: (wanted) => draftColumnTexts({ sql: SQL_DIALECT, table: quote, column: quote, length: 'length' }, wanted),
}
