import type { QueryResult } from './outcome.ts'

/** From when to when there is anything of what a question looked for in another time: days, `2026-04-30`. */
export interface Extent {
  readonly first: string
  readonly last: string
}

/** @param result the first and the last value of a column that holds dates; undefined where there is nothing in it */
export const extentOf = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): Extent | undefined => {
  const [first, last] = columns.slice(0, 2).map(({ name }) => dayIn(rows[0]?.[name]))
  return first === undefined || last === undefined ? undefined : { first, last }
}

const dayIn = (cell: unknown): string | undefined =>
  typeof cell === 'string' ? /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(cell)?.[0] : undefined
