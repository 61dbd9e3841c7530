import { LRUCache } from 'lru-cache'
import { WeighedCache } from './weighed-cache.ts'

/** Default memory limit of the caches of a process, in bytes. */
const DATABASE_MEMORY_BYTES = 256 * 1024 * 1024

const PURGE_MS = 60_000

/** The size of a cache. */
interface CacheSize {
  readonly bytes: number
  readonly entries: number
}

/** An entry of any cache in the shared LRU list. */
interface Entry {
  readonly cache: string
  readonly bytes: number
  /** Removes the value from its cache. */
  readonly drop: () => void
}

/**
 * All data about databases that a process caches (schemas, settings, visible schemas and what planners derive from them, values,
 * verified queries), with a common memory limit and LRU eviction. Each kind of data has a cache, which states the size of its
 * entries.
 */
export class CacheMemory {
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
    // Evicts expired entries that are not read again.
    this.#purge = setInterval(() => this.#entries.purgeStale(), PURGE_MS).unref()
  }

  /**
   * Creates a cache.
   * @param name unique
   * @param keptMs TTL of entries; by default unlimited
   */
  cache<Value>(name: string, keptMs?: number): WeighedCache<Value> {
    const idOf = (key: string): string => `${name}/${key}`
    return new WeighedCache<Value>({
      put: (key, bytes, drop) => {
        const id = idOf(key)
        const entry = { cache: name, bytes: Math.max(1, Math.ceil(bytes)), drop }
        this.#entries.set(id, entry, keptMs === undefined ? {} : { ttl: keptMs })
        return this.#entries.has(id)
      },
      isKept: (key) => this.#entries.get(idOf(key)) !== undefined,
      remove: (key) => this.#entries.delete(idOf(key)),
      size: () => this.#heldBy(name),
    })
  }

  /** The size of all caches. */
  get size(): CacheSize {
    return { bytes: this.#entries.calculatedSize, entries: this.#entries.size }
  }

  #heldBy(name: string): CacheSize {
    const own = [...this.#entries.values()].filter(({ cache }) => cache === name)
    return { bytes: own.reduce((sum, { bytes }) => sum + bytes, 0), entries: own.length }
  }

  /** Clears all caches. */
  close(): void {
    clearInterval(this.#purge)
    this.#entries.clear()
  }
}
