import type { Dialect } from '../shared/dialect.ts'
import { columnTexts } from '../sql/column-texts.ts'
import { SQL_PROMPT_RULES } from '../sql/sql-prompt-rules.ts'
import { FOLDING, quote } from './language/names.ts'
import { SQL_DIALECT } from './sql-dialect.ts'

/** What a planner must know to write queries that this engine accepts. */
const DIALECT_NOTES = [
  'PostgreSQL. Write exactly one SELECT (WITH is fine), without comments and without placeholders.',
  'Text goes in single quotes; names with upper-case letters or odd characters go in double quotes.',
  "Dates: compare with '2026-11-21', group with date_trunc('month', column) or to_char(column, 'YYYY-MM'), reckon with INTERVAL '1 month'.",
  'ILIKE ignores case. Integer division drops the fraction: multiply by 1.0 first.',
  'ROUND with decimals takes numeric only: ROUND(value::numeric, 2). Of real columns sum and round doubles: SUM(column::float8).',
  "Every selected column stands in GROUP BY or inside of an aggregate. List with string_agg(column, ', ').",
  'Rows are filtered for the caller already: add no condition on the tenant.',
].join(' ')

/** The SQL of PostgreSQL. */
export const DIALECT: Dialect = {
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: () => FOLDING,
  draftTexts: (wanted) =>
    columnTexts({ sql: SQL_DIALECT, table: quotedTable, column: quote, length: 'length' }, wanted),
}

/** Policies write `schema.table`, and only tables' names hold dots in practice. */
const quotedTable = (name: string): string => {
  const dot = name.indexOf('.')
  const parts = dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)]
  return parts.map(quote).join('.')
}
