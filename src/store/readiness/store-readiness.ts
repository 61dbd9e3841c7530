import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { Problem } from '../../platform/problems/problem.ts'
import { makeIndexes } from './make-indexes.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import type { MissingIndex } from './missing-index.ts'
import { wantedIndexes } from './wanted-indexes.ts'

/** A process that makes its store ready, and goes on trying until it is. */
export interface StoreReadiness {
  /** What is missing, as far as is known; empty where all stands, or where nobody knows yet. */
  missing(): readonly MissingIndex[]
  /**
   * Resolves when what makes names of a collection unique stands.
   * @throws Problem `store_unavailable` where it cannot be made now: no name is taken that may be another's
   */
  unique(collection: string): Promise<void>
  /** Resolves when an attempt has made all. */
  readonly ready: Promise<void>
  /** Stops trying; waits a moment for what is at work. */
  close(): Promise<void>
}

export interface StoreReadinessOptions extends Omit<MigrateOptions, 'signal'> {
  /** Told what is missing after an attempt, and nothing where that is as before. */
  readonly onMissing?: (missing: readonly MissingIndex[]) => void
  /** Told of migrations that failed. */
  readonly onFailure?: (error: unknown) => void
  /**
   * When it is made: at once; before something relies on it, for commands, most of which look and go; or by somebody else,
   * who has.
   */
  readonly made?: 'at once' | 'when needed' | 'elsewhere'
  readonly firstRetryMs?: number
  readonly lastRetryMs?: number
  /** Waits between two attempts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** How long a write waits for what it relies on. */
  readonly uniqueWithinMs?: number
}

/**
 * Makes a store ready in the background: nobody waits for it but who writes a name that must be unique. What fails is tried
 * again, ever more rarely, and at once where such a write comes.
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
  const waiting = new Set(made === 'elsewhere' ? [] : withUnique(connection))
  const ready = Promise.withResolvers<void>()
  /** What is told whoever waits for the next outcome of a collection. */
  const heard = new Map<string, Set<() => void>>()
  let missing: readonly MissingIndex[] = []
  let told = '[]'
  let wake = new AbortController()
  /** Before this, another attempt would find the same, and a large collection would be read over and over. */
  let notBefore = 0

  const note = (collection: string, found?: readonly MissingIndex[]): void => {
    if (found !== undefined) {
      if (!found.some(({ unique }) => unique)) waiting.delete(collection)
      missing = [...missing.filter((one) => one.collection !== collection), ...found]
    }
    for (const tell of heard.get(collection) ?? []) tell()
  }
  const attempt = async (): Promise<boolean> => {
    // Indexes wait for no migration: neither needs the other, and names are taken meanwhile.
    const migrated = migrate(connection, { ...migrating, signal }).then(
      () => true,
      (error: unknown) => {
        if (!signal.aborted) onFailure(error)
        return false
      },
    )
    // Where the store is away, whoever asks it for anything hears of that.
    const outcomes = await makeIndexes(connection, note).catch(() => undefined)
    const text = JSON.stringify(missing)
    if (text !== told && !signal.aborted) {
      told = text
      onMissing(missing)
    }
    return (await migrated) && outcomes?.missing.length === 0
  }
  const keep = async (): Promise<void> => {
    for (let waitMs = firstRetryMs; !signal.aborted; waitMs = Math.min(2 * waitMs, lastRetryMs)) {
      const begun = performance.now()
      const all = await attempt()
      if (all) return ready.resolve()
      const ended = performance.now()
      notBefore = ended + Math.max(firstRetryMs, SPARED * (ended - begun))
      for (const collection of heard.keys()) note(collection)
      wake = new AbortController()
      const either = AbortSignal.any([signal, wake.signal])
      await pause(waitMs, either).catch(() => undefined)
    }
  }
  let kept = made === 'at once' ? keep() : undefined

  /** @returns when the next attempt has said what is so, or after a while */
  const outcome = (collection: string): Promise<void> =>
    new Promise((resolve) => {
      const tellers = heard.get(collection) ?? new Set()
      heard.set(collection, tellers)
      const tell = (): void => {
        clearTimeout(timer)
        tellers.delete(tell)
        resolve()
      }
      const timer = setTimeout(tell, uniqueWithinMs)
      tellers.add(tell)
    })
  return {
    missing: () => missing,
    async unique(collection) {
      if (!waiting.has(collection)) return
      const isKnown = missing.some((one) => one.collection === collection && one.unique)
      if (!isKnown || performance.now() >= notBefore) {
        const said = outcome(collection)
        kept ??= keep()
        wake.abort()
        await said
      }
      if (waiting.has(collection))
        throw new Problem('store_unavailable', { cause: new Error(`a unique index of ${collection} is missing`) })
    },
    ready: ready.promise,
    async close() {
      closing.abort(new Error('the store is closed'))
      const late = delay(CLOSED_WITHIN_MS, undefined, { ref: false })
      await Promise.race([kept, late])
    },
  }
}

const withUnique = (connection: Connection): readonly string[] =>
  wantedIndexes(connection)
    .filter(({ indexes }) => indexes.some(({ unique }) => unique === true))
    .map(({ collection }) => collection)

/** How much longer than it took an attempt is spared. */
const SPARED = 10

/** For a migration that gives its lease back. */
const CLOSED_WITHIN_MS = 1_000
