import { LRUCache } from 'lru-cache'
import type { ColumnValues } from '../domain/ask/knowledge.ts'
import { weightOf } from './weight.ts'

type Read = (signal: AbortSignal) => Promise<ColumnValues>

export interface ColumnCacheLimits {
  readonly bytesMax: number
  readonly entriesMax: number
  readonly keptMs: number
}

const LIMITS: ColumnCacheLimits = { bytesMax: 64 * 1024 * 1024, entriesMax: 20_000, keptMs: 60_000 }

/**
 * Values of columns, weighed: however many callers ask, they hold no more than the limit together. Simultaneous readers
 * share one read, a failed read is forgotten, and what is out of date is dropped without being asked for.
 */
export class ColumnCache {
  readonly #cache: LRUCache<string, ColumnValues, Read>
  readonly #purge: NodeJS.Timeout

  constructor(limits: ColumnCacheLimits = LIMITS) {
    this.#cache = new LRUCache({
      max: limits.entriesMax,
      maxSize: limits.bytesMax,
      sizeCalculation: weightOf,
      ttl: limits.keptMs,
      // A read that its entry was evicted under is still somebody's answer.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context, signal }) => context(signal),
    })
    this.#purge = setInterval(() => this.#cache.purgeStale(), limits.keptMs).unref()
  }

  /** What is kept and not out of date. */
  kept(key: string): ColumnValues | undefined {
    return this.#cache.get(key)
  }

  /** @throws what the read throws, to everyone who waits for it */
  read(key: string, read: Read): Promise<ColumnValues> {
    return this.#cache.forceFetch(key, { context: read })
  }

  /** Bytes held, about, and entries. */
  get held(): { readonly bytes: number; readonly entries: number } {
    return { bytes: this.#cache.calculatedSize, entries: this.#cache.size }
  }

  close(): void {
    clearInterval(this.#purge)
    this.#cache.clear()
  }
}
