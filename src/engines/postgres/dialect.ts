import type { Dialect } from '../dialect.ts'
import { SQL_PROMPT_RULES } from '../sql-prompt-rules.ts'
import { DIALECT_NOTES } from './dialect-notes.ts'
import { FOLDING, quote } from './guard/names.ts'
import { SQL_DIALECT } from './sql-dialect.ts'

/** The SQL of PostgreSQL. */
export const DIALECT: Dialect = {
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: () => FOLDING,
  draftDistinct({ table, column, valuesMax, lengthMax }) {
    // Policies write `schema.table`, and only tables' names hold dots in practice.
    const dot = table.indexOf('.')
    const parts = dot < 0 ? [table] : [table.slice(0, dot), table.slice(dot + 1)]
    const [from, name] = [parts.map(quote).join('.'), quote(column)]
    const short = `${name} IS NOT NULL AND length(${name}) <= ${lengthMax}`
    return `SELECT DISTINCT ${name} AS value FROM ${from} WHERE ${short} LIMIT ${valuesMax}`
  },
}
