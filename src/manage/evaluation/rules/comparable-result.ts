import type { QueryResult } from '../../../ask/rules/outcome.ts'

/** A result as rows of plain cells, with the number of columns, because there may be no rows. */
export interface ComparableResult {
  readonly width: number
  readonly rows: readonly (readonly ComparableCell[])[]
}

export type ComparableCell = string | number | null

/** Converts a result for comparison: booleans become 0 and 1, compound values their JSON. */
export const comparableResult = ({ columns, rows }: Pick<QueryResult, 'columns' | 'rows'>): ComparableResult => ({
  width: columns.length,
  rows: rows.map((row) =>
    columns.map(({ name }) => {
      const cell = row[name] ?? null
      if (typeof cell === 'boolean') return Number(cell)
      return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell
    }),
  ),
})
