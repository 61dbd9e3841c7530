import type { Sliced } from '../../../platform/values/sliced.ts'

/** Rows before others have their turn. */
const SLICE = 2_000

/** Rows of a catalog by what `keyOf` makes of them, in their order. */
export function* grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Sliced<ReadonlyMap<string, readonly Row[]>> {
  const groups = new Map<string, Row[]>()
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
    if (index % SLICE === SLICE - 1) yield
  }
  return groups
}

/**
 * What is known of indexes for planning: their columns in order, up to the first part that is an expression.
 *
 * @param parts of each index, in order; null where a part is no column
 */
export const plainIndexes = (parts: readonly (readonly (string | null)[])[]): readonly (readonly string[])[] =>
  parts
    .map((columns) => {
      const end = columns.indexOf(null)
      return columns.slice(0, end < 0 ? columns.length : end).filter((column) => column !== null)
    })
    .filter((columns) => columns.length > 0)
