import type { QueryResult } from '../../../ask/rules/outcome.ts'

/** A result as rows of plain cells, and how many columns it has (it may have no rows). */
export interface Answered {
  readonly width: number
  readonly rows: readonly (readonly AnsweredCell[])[]
}

export type AnsweredCell = string | number | null

/** A result as it is compared: true is 1, and what is no single value is its JSON. */
export const answeredBy = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): Answered => ({
  width: columns.length,
  rows: rows.map((row) =>
    columns.map(({ name }) => {
      const cell = row[name] ?? null
      if (typeof cell === 'boolean') return Number(cell)
      return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell
    }),
  ),
})
