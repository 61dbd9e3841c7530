import { LRUCache } from 'lru-cache'
import { Shelf } from './shelf.ts'

/** Bytes that a process keeps of databases, unless it is told another number. */
export const DATABASE_MEMORY_BYTES = 256 * 1024 * 1024

const PURGE_MS = 60_000

/** How much a shelf holds. */
export interface Held {
  readonly bytes: number
  readonly entries: number
}

/** One thing that is kept, as the memory sees it. */
interface Entry {
  readonly shelf: string
  readonly bytes: number
  /** Forgets it where it lies. */
  readonly drop: () => void
}

/**
 * Everything that a process keeps of databases (schemas, settings, what may be seen of them and what planners make of
 * that, values, verified queries), weighed together: beyond the limit goes what was used least recently, whatever it
 * is. Each kind has a shelf, which says what a thing weighs.
 */
export class DatabaseMemory {
  readonly #entries: LRUCache<string, Entry>
  readonly #purge: NodeJS.Timeout
  readonly bytesMax: number

  constructor(bytesMax = DATABASE_MEMORY_BYTES) {
    this.bytesMax = bytesMax
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ drop }) => drop(),
    })
    // What is out of date goes without being asked for.
    this.#purge = setInterval(() => this.#entries.purgeStale(), PURGE_MS).unref()
  }

  /**
   * @param name its own
   * @param keptMs how long a thing is believed; as long as there is room unless said otherwise
   */
  shelf<Value>(name: string, keptMs?: number): Shelf<Value> {
    const idOf = (key: string): string => `${name}/${key}`
    return new Shelf<Value>({
      put: (key, bytes, drop) => {
        const id = idOf(key)
        const entry = { shelf: name, bytes: Math.max(1, Math.ceil(bytes)), drop }
        this.#entries.set(id, entry, keptMs === undefined ? {} : { ttl: keptMs })
        return this.#entries.has(id)
      },
      isKept: (key) => this.#entries.get(idOf(key)) !== undefined,
      remove: (key) => this.#entries.delete(idOf(key)),
      held: () => this.#heldBy(name),
    })
  }

  /** Of all shelves. */
  get held(): Held {
    return { bytes: this.#entries.calculatedSize, entries: this.#entries.size }
  }

  #heldBy(name: string): Held {
    const own = [...this.#entries.values()].filter(({ shelf }) => shelf === name)
    return { bytes: own.reduce((sum, { bytes }) => sum + bytes, 0), entries: own.length }
  }

  /** Forgets everything. */
  close(): void {
    clearInterval(this.#purge)
    this.#entries.clear()
  }
}
