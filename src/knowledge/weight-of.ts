import type { ColumnValues } from '../ask/rules/knowledge.ts'

/** An entry, its key, and the objects around it. */
const ENTRY_BYTES = 1_000
/** A string's head, its place in a list, and what an index of values keeps of it (`test/long/knowledge/soak.test.ts`). */
const VALUE_BYTES = 250
/** A character in the value and in the index's folded copies of it. */
const CHARACTER_BYTES = 3

/** What values of columns hold in memory, in bytes. */
export const weightOf = (columns: readonly ColumnValues[]): number =>
  columns
    .flatMap(({ values }) => values)
    .reduce((sum, { length }) => sum + VALUE_BYTES + length * CHARACTER_BYTES, ENTRY_BYTES * (1 + columns.length))
