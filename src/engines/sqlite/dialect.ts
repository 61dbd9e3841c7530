import type { Dialect } from '../dialect.ts'
import { SQL_PROMPT_RULES } from '../sql-prompt-rules.ts'
import { DIALECT_NOTES } from './dialect-notes.ts'
import { FOLDING, quote } from './guard/names.ts'
import { SQL_DIALECT } from './sql-dialect.ts'

/** The SQL of SQLite. */
export const DIALECT: Dialect = {
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: () => FOLDING,
  draftDistinct({ table, column, valuesMax, lengthMax }) {
    const [from, name] = [quote(table), quote(column)]
    const short = `${name} IS NOT NULL AND length(${name}) <= ${lengthMax}`
    return `SELECT DISTINCT ${name} AS value FROM ${from} WHERE ${short} LIMIT ${valuesMax}`
  },
}
