import type { ColumnValues } from '../domain/ask/knowledge.ts'
import type { DatabaseMemory } from '../memory/database-memory.ts'
import type { Shelf } from '../memory/shelf.ts'

const KEPT_MS = 60_000

/**
 * Values of columns: however many callers ask, they are weighed with all else that is kept. Simultaneous readers share
 * one read, a failed read is forgotten, and what is out of date is dropped without being asked for.
 */
export class ColumnCache {
  readonly #shelf: Shelf<ColumnValues>
  readonly #closing = new AbortController()

  constructor(memory: DatabaseMemory, keptMs = KEPT_MS) {
    this.#shelf = memory.shelf('values', keptMs)
  }

  /** What is kept and not out of date. */
  kept(key: string): ColumnValues | undefined {
    return this.#shelf.get(key)
  }

  /** @throws what the read throws, to everyone who waits for it */
  read(key: string, read: (signal: AbortSignal) => Promise<ColumnValues>): Promise<ColumnValues> {
    return this.#shelf.read(key, async () => {
      const value = await read(this.#closing.signal)
      return { value, bytes: weightOf(value) }
    })
  }

  /** Bytes held, about, and entries. */
  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#shelf.held
  }

  /** Ends the reads that are under way. */
  close(): void {
    this.#closing.abort()
  }
}

/** An entry of the cache, its key, and the objects around it. */
const ENTRY_BYTES = 1_000
/** A string's head, its place in a list, and what the built-in planner's index keeps of it (`test/knowledge/soak.test.ts`). */
const VALUE_BYTES = 250
/** A character in the value and in the index's folded copies of it. */
const CHARACTER_BYTES = 3

/** About how many bytes a column's values hold in memory, with the index that a planner makes of them. */
const weightOf = ({ values }: ColumnValues): number =>
  values.reduce((sum, { length }) => sum + VALUE_BYTES + length * CHARACTER_BYTES, ENTRY_BYTES)
