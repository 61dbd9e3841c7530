import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { Problem } from '../../platform/problems/problem.ts'
import { schemaIndexes } from './declared-indexes.ts'
import { createMissingIndexes } from './make-indexes.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import type { MissingIndex } from './missing-index.ts'

/** Prepares the store of a process, with retries. */
interface StoreReadiness {
  /** Indexes known to be missing; empty if none are, or before the first attempt. */
  missing(): readonly MissingIndex[]
  /**
   * Resolves when the unique indexes of a collection exist.
   * @throws Problem `store_unavailable` if they cannot be created now: a unique value must not be written without them
   */
  unique(collection: string): Promise<void>
  /** Resolves when all indexes and migrations are done. */
  readonly ready: Promise<void>
  /** Stops retrying, and waits briefly for a running attempt. */
  close(): Promise<void>
}

export interface StoreReadinessOptions extends Omit<MigrateOptions, 'signal'> {
  /** Called after an attempt if the missing indexes have changed. */
  readonly onMissing?: (missing: readonly MissingIndex[]) => void
  /** Called with errors of migrations. */
  readonly onFailure?: (error: unknown) => void
  /**
   * When to prepare the store: at once; before the first write that needs it, for commands, most of which only read; or never,
   * because another process has prepared it.
   */
  readonly made?: 'at once' | 'when needed' | 'elsewhere'
  readonly firstRetryMs?: number
  readonly lastRetryMs?: number
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Maximum wait of a write for its unique index. */
  readonly uniqueWithinMs?: number
}

/**
 * Prepares a store in the background; only writes of unique values wait for it. Failures are retried with exponential backoff, and
 * at once for such a write.
 */
export const storeReadiness = (
  connection: Connection,
  {
    onMissing = () => undefined,
    onFailure = () => undefined,
    made = 'at once',
    firstRetryMs = 1_000,
    lastRetryMs = 60_000,
    pause = (ms, until) => delay(ms, undefined, { ref: false, signal: until }),
    uniqueWithinMs = 30_000,
    ...migrating
  }: StoreReadinessOptions = {},
): StoreReadiness => {
  const closing = new AbortController()
  const { signal } = closing
  const waiting = new Set(made === 'elsewhere' ? [] : collectionsWithUnique(connection))
  const ready = Promise.withResolvers<void>()
  /** Callbacks waiting for the next outcome of a collection. */
  const listeners = new Map<string, Set<() => void>>()
  let missing: readonly MissingIndex[] = []
  let reported = '[]'
  let wake = new AbortController()
  /** No earlier retry by a write: it would fail again and repeatedly scan a large collection. */
  let notBefore = 0

  const note = (collection: string, found?: readonly MissingIndex[]): void => {
    if (found !== undefined) {
      if (!found.some(({ unique }) => unique)) waiting.delete(collection)
      missing = [...missing.filter((one) => one.collection !== collection), ...found]
    }
    for (const tell of listeners.get(collection) ?? []) tell()
  }
  const attempt = async (): Promise<boolean> => {
    // Concurrent: indexes and migrations are independent, and writes wait for the indexes.
    const migrated = migrate(connection, { ...migrating, signal }).then(
      () => true,
      (error: unknown) => {
        if (!signal.aborted) onFailure(error)
        return false
      },
    )
    // An unavailable store is reported by the requests that use it.
    const outcomes = await createMissingIndexes(connection, note).catch(() => undefined)
    const text = JSON.stringify(missing)
    if (text !== reported && !signal.aborted) {
      reported = text
      onMissing(missing)
    }
    return (await migrated) && outcomes?.missing.length === 0
  }
  const retryUntilReady = async (): Promise<void> => {
    for (let waitMs = firstRetryMs; !signal.aborted; waitMs = Math.min(2 * waitMs, lastRetryMs)) {
      const startedAt = performance.now()
      const all = await attempt()
      if (all) return ready.resolve()
      const endedAt = performance.now()
      notBefore = endedAt + Math.max(firstRetryMs, ATTEMPT_SPACING * (endedAt - startedAt))
      for (const collection of listeners.keys()) note(collection)
      wake = new AbortController()
      const either = AbortSignal.any([signal, wake.signal])
      await pause(waitMs, either).catch(() => undefined)
    }
  }
  let running = made === 'at once' ? retryUntilReady() : undefined

  /** Resolves after the next outcome of a collection, or after `uniqueWithinMs`. */
  const outcome = (collection: string): Promise<void> =>
    new Promise((resolve) => {
      const callbacks = listeners.get(collection) ?? new Set()
      listeners.set(collection, callbacks)
      const tell = (): void => {
        clearTimeout(timer)
        callbacks.delete(tell)
        resolve()
      }
      const timer = setTimeout(tell, uniqueWithinMs)
      callbacks.add(tell)
    })
  return {
    missing: () => missing,
    async unique(collection) {
      if (!waiting.has(collection)) return
      const isKnown = missing.some((one) => one.collection === collection && one.unique)
      if (!isKnown || performance.now() >= notBefore) {
        const nextOutcome = outcome(collection)
        running ??= retryUntilReady()
        wake.abort()
        await nextOutcome
      }
      if (waiting.has(collection))
        throw new Problem('store_unavailable', { cause: new Error(`a unique index of ${collection} is missing`) })
    },
    ready: ready.promise,
    async close() {
      closing.abort(new Error('the store is closed'))
      const timeout = delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })
      await Promise.race([running, timeout])
    },
  }
}

const collectionsWithUnique = (connection: Connection): readonly string[] =>
  schemaIndexes(connection)
    .filter(({ indexes }) => indexes.some(({ unique }) => unique === true))
    .map(({ collection }) => collection)

/** Minimum time between attempts, as a multiple of the duration of the last one. */
const ATTEMPT_SPACING = 10

/** Time for a migration to release its lease. */
const CLOSE_TIMEOUT_MS = 1_000
