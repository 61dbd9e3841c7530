import type { Sliced } from '../../../domain/sliced.ts'

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
