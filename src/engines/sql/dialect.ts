import type { SqlDialect } from '../../ask/rules/sql-dialect.ts'
import type { TextsWanted } from '../shared/dialect.ts'

/** How an engine's own names are written in a draft. */
export interface Spelling {
  readonly sql: Pick<SqlDialect, 'like' | 'text'>
  /** A table as policies name it. */
  table(name: string): string
  column(name: string): string
  /** The function that counts characters. */
  readonly length: string
  /** What LIKE may be asked of, where it is not every text: the beginning of one. */
  beginning?(text: string, lengthMax: number): string
}

/** A draft in SQL for texts of columns (`Dialect.draftTexts`). */
export const columnTexts = (spelling: Spelling, wanted: TextsWanted): string => {
  const parts = wanted.columns.map((column, place) => partOf(spelling, wanted, column, place))
  return parts.map((part, place) => `SELECT place, value, times FROM (${part}) AS c${place}`).join(' UNION ALL ')
}

const partOf = (
  { sql, table, column: named, length, beginning = (text) => text }: Spelling,
  { valuesMax, lengthMax, rowsMax, equal = [], containing = [] }: TextsWanted,
  column: TextsWanted['columns'][number],
  place: number,
): string => {
  const [from, name] = [table(column.table), named(column.column)]
  // A server stops at so many rows only where they are cut before they are grouped.
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
  return `SELECT ${place} AS place, ${value} AS value, COUNT(*) AS times FROM ${source.from} WHERE ${conditions.join(' AND ')} GROUP BY ${value} LIMIT ${valuesMax}`
}

const firstRows = (from: string, name: string, rowsMax: number): string =>
  `(SELECT ${name} AS value FROM ${from} LIMIT ${rowsMax}) AS f`

/** How a model is to write SQL, whatever the dialect. */
export const SQL_PROMPT_RULES = [
  '- One statement that only reads. Use only tables and columns of the schema, spelled as there. Name the columns you need, never SELECT *.',
  '- Give every computed column a plain lower-case alias. Add an order, and a limit where the question asks for a top or an example.',
].join('\n')
