import type { Dialect } from '../shared/dialect.ts'
import { columnTexts } from '../sql/column-texts.ts'
import { SQL_PROMPT_RULES } from '../sql/sql-prompt-rules.ts'
import { FOLDING, quote } from './language/names.ts'
import { SQL_DIALECT } from './sql-dialect.ts'

/** What a planner must know to write queries that this engine accepts. */
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
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: () => FOLDING,
  draftTexts: (wanted) => columnTexts({ sql: SQL_DIALECT, table: quote, column: quote, length: 'length' }, wanted),
}
