import type { QueryResult } from './outcome.ts'

/** The range of days with data, if a question asked about a time without any: `2026-04-30`. */
export interface DateExtent {
  readonly first: string
  readonly last: string
}

/** @param result minimum and maximum of a date column; undefined if it is empty */
export const extentOf = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): DateExtent | undefined => {
  const [first, last] = columns.slice(0, 2).map(({ name }) => dayIn(rows[0]?.[name]))
  return first === undefined || last === undefined ? undefined : { first, last }
}

const dayIn = (cell: unknown): string | undefined =>
  typeof cell === 'string' ? /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(cell)?.[0] : undefined
