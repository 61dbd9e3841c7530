import type { Sliced } from '../../../platform/values/sliced.ts'

/** Number of rows before yielding. */
const ROWS_PER_SLICE = 2_000

/** Groups catalog rows by key, in order. */
export function* groupRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Sliced<ReadonlyMap<string, readonly Row[]>> {
  const groups = new Map<string, Row[]>()
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
    if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield
  }
  return groups
}

/**
 * Index columns for planning, in order, up to the first expression.
 *
 * @param parts of each index, in order; null for an expression
 */
export const indexColumns = (parts: readonly (readonly (string | null)[])[]): readonly (readonly string[])[] =>
  parts
    .map((columns) => {
      const end = columns.indexOf(null)
      return columns.slice(0, end < 0 ? columns.length : end).filter((column) => column !== null)
    })
    .filter((columns) => columns.length > 0)
