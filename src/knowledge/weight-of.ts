import type { ColumnValues } from '../ask/rules/knowledge.ts'

/** An entry, its key, and the objects around it. */
const ENTRY_BYTES = 1_000
/** A string's header, its slot in a list, and its entry in an index of values (`test/long/knowledge/soak.test.ts`). */
const VALUE_BYTES = 250
/** A character of the value and of the index's folded copies of it. */
const CHARACTER_BYTES = 3

/** Memory of the values of columns, in bytes. */
export const weightOf = (columns: readonly ColumnValues[]): number =>
  columns
    .flatMap(({ values }) => values)
    .reduce((sum, { length }) => sum + VALUE_BYTES + length * CHARACTER_BYTES, ENTRY_BYTES * (1 + columns.length))
