import type { QueryResult } from './outcome.ts'

/** A query of the first so many rows, asked again for some more of them. A type and not an interface: it is stored as JSON. */
export type TiesQuery = {
  readonly query: string
  /** How many rows were asked for. */
  readonly limit: number
  /** The place of the column that decides which rows come first; -1 is the last one. */
  readonly column: number
}

/** Rows that have the value of the last one that is shown, those that are shown among them. */
export interface Ties {
  readonly rows: number
  /** Whether there may be more of them. */
  readonly isMore: boolean
  /** How many rows are shown. */
  readonly limit: number
}

/** So many rows more are looked at. */
export const TIES_MAX = 20

/** @returns undefined where the last row that is shown ties with none that is not */
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
