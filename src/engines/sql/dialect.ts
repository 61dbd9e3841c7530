import type { SqlDialect } from '../../ask/rules/sql-dialect.ts'
import type { TextsRequest } from '../shared/dialect.ts'

/** How an engine writes its names in a draft. */
interface Spelling {
  readonly sql: Pick<SqlDialect, 'like' | 'text'>
  /** A table named as in policies. */
  table(name: string): string
  column(name: string): string
  /** The function for text length in characters. */
  readonly length: string
  /** A prefix of a text, on engines where LIKE cannot process every text. */
  beginning?(text: string, lengthMax: number): string
}

/** A SQL draft that reads texts of columns (`Dialect.draftTexts`). */
export const draftColumnTexts = (spelling: Spelling, wanted: TextsRequest): string => {
  const parts = wanted.columns.map((column, index) => selectTexts(spelling, wanted, column, index))
  return parts.map((part, index) => `SELECT place, value, times FROM (${part}) AS c${index}`).join(' UNION ALL ')
}

const selectTexts = (
  { sql, table, column: quoteColumn, length, beginning = (text) => text }: Spelling,
  { valuesMax, lengthMax, rowsMax, equal = [], containing = [] }: TextsRequest,
  column: TextsRequest['columns'][number],
  index: number,
): string => {
  const [from, name] = [table(column.table), quoteColumn(column.column)]
  // The limit applies before grouping; otherwise the server would read all rows.
  const source =
    rowsMax === undefined ? { from, value: name } : { from: firstRows(from, name, rowsMax), value: 'value' }
  const { value } = source
  const conditions = [
    `${value} IS NOT NULL`,
    `${length}(${value}) <= ${lengthMax}`,
    ...(equal.length === 0 ? [] : [`${value} IN (${equal.map(sql.text).join(', ')})`]),
    ...(containing.length === 0
      ? []
      : [`(${containing.map((text) => sql.like(beginning(value, lengthMax), `%${text}%`)).join(' OR ')})`]),
  ]
  return `SELECT ${index} AS place, ${value} AS value, COUNT(*) AS times FROM ${source.from} WHERE ${conditions.join(' AND ')} GROUP BY ${value} LIMIT ${valuesMax}`
}

const firstRows = (from: string, name: string, rowsMax: number): string =>
  `(SELECT ${name} AS value FROM ${from} LIMIT ${rowsMax}) AS f`

/** Rules for models that write SQL, for all dialects. */
export const SQL_PROMPT_RULES = [
  '- One statement that only reads. Use only tables and columns of the schema, spelled as there. Name the columns you need, never SELECT *.',
  '- Give every computed column a plain lower-case alias. Add an order, and a limit where the question asks for a top or an example.',
].join('\n')
