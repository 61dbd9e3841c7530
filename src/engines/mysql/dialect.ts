import type { Dialect } from '../shared/dialect.ts'
import { columnTexts } from '../sql/column-texts.ts'
import { SQL_PROMPT_RULES } from '../sql/sql-prompt-rules.ts'
import { foldingOf, quote } from './language/names.ts'
import { SQL_DIALECT } from './sql-dialect.ts'

/** What a planner must know to write queries that this engine accepts. */
const DIALECT_NOTES = [
  'MySQL and MariaDB. Write exactly one SELECT (WITH is fine), without comments, placeholders and variables.',
  'Text goes in single quotes, names with odd characters in backticks; write no double quotes, no backslashes, and no',
  "database before a table's name. Compare dates as 'YYYY-MM-DD'; use DATE_FORMAT(column, '%Y-%m'), YEAR(), MONTH(),",
  'DATEDIFF() and INTERVAL; there is no DATE_TRUNC, ILIKE, FILTER, FULL JOIN or ::type. Join texts with CONCAT(): || means',
  "OR; list with GROUP_CONCAT(). Rows of a list in JSON: JSON_TABLE(t.column, '$[*]' COLUMNS (x INT PATH '$')) AS j.",
  'Every sub-select after FROM needs an alias, and none within IN may have a LIMIT.',
  'Rows are filtered for the caller already: add no condition on the tenant.',
].join(' ')

/** The SQL of MySQL and MariaDB. */
export const DIALECT: Dialect = {
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: foldingOf,
  draftTexts: (wanted) =>
    columnTexts(
      {
        sql: SQL_DIALECT,
        table: quote,
        column: quote,
        length: 'CHAR_LENGTH',
        beginning: (text, lengthMax) => `LEFT(${text}, ${lengthMax})`,
      },
      wanted,
    ),
}
