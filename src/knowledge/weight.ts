import type { ColumnValues } from '../domain/ask/knowledge.ts'

/** An entry of the cache, its key, and the objects around it. */
const ENTRY_BYTES = 1_000
/** A string's head, its place in a list, and what the built-in planner's index keeps of it (`test/knowledge/soak.test.ts`). */
const VALUE_BYTES = 250
/** A character in the value and in the index's folded copies of it. */
const CHARACTER_BYTES = 3

/** About how many bytes a column's values hold in memory, with the index that a planner makes of them. */
export const weightOf = ({ values }: ColumnValues): number =>
  values.reduce((sum, { length }) => sum + VALUE_BYTES + length * CHARACTER_BYTES, ENTRY_BYTES)
