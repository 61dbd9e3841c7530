import type { QueryResult } from './outcome.ts'

/** A query for the first rows of an order, to be run again with a few more rows. A type and not an interface: it is stored as JSON. */
export type TiesQuery = {
  readonly query: string
  /** How many rows were asked for. */
  readonly limit: number
  /** Index of the column that determines the order; -1 is the last one. */
  readonly column: number
}

/** Number of rows with the value of the last shown row, including the shown ones. */
export interface Ties {
  readonly rows: number
  /** Whether there may be more of them. */
  readonly isMore: boolean
  /** How many rows are shown. */
  readonly limit: number
}

/** How many further rows are read. */
export const TIES_MAX = 20

/** @returns undefined if the last shown row ties with no row that is not shown */
export const tiesIn = (
  { limit, column }: TiesQuery,
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
): Ties | undefined => {
  const name = columns.at(column)?.name
  if (name === undefined || rows.length <= limit) return undefined
  const last = rows[limit - 1]?.[name]
  if (last === undefined || last === null || rows[limit]?.[name] !== last) return undefined
  const tied = rows.filter((row) => row[name] === last).length
  return { rows: tied, isMore: rows.at(-1)?.[name] === last && rows.length >= limit + TIES_MAX, limit }
}
