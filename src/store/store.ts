import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../access/rules/organization-ref.ts'
import type { StoreClock } from '../platform/mongodb/store-clock.ts'
import type { PartOf } from '../platform/values/part-of.ts'
import { type StoreKeys, storeCollections } from './collections.ts'
import { connectionClock } from './connection-clock.ts'
import { missingText } from './readiness/missing-index.ts'
import { type StoreReadinessOptions, storeReadiness } from './readiness/store-readiness.ts'

export interface StoreOptions extends StoreReadinessOptions {
  /** Health check on a separate connection. */
  readonly ping?: () => Promise<void>
  /** The clock of the store, shared within a process. */
  readonly clock?: StoreClock
}

/**
 * The document store: one object per collection, `store.users.find(caller, id)`. Functions take the caller first; there are no
 * unscoped ones. Writes are idempotent by deterministic ids and conditional updates; there are no transactions and no pipeline
 * updates, so that the same code runs on mongod and on the embedded store.
 *
 * Indexes and migrations are prepared in the background (`src/store/readiness/store-readiness.ts`).
 *
 * @param onRenewed called with the organization whose revision this process has renewed
 */
export const createStore = (
  connection: Connection,
  secrets: StoreKeys,
  onRenewed: (caller: OrganizationRef) => void = () => undefined,
  {
    ping = async () => {
      await connection.db?.command({ ping: 1 })
    },
    clock = connectionClock(connection),
    ...readying
  }: StoreOptions = {},
) => {
  const unique = (collection: string): Promise<void> => readiness.unique(collection)
  const collections = storeCollections(connection, secrets, clock, { onRenewed, unique })
  const swept = Object.values(collections).filter((collection) => 'sweep' in collection)
  const sweep = (now: Date) => Promise.allSettled(swept.map((collection) => collection.sweep(now)))
  const sweeper = setInterval(() => void sweep(new Date(Date.now() - CLOCK_SKEW_MS)), SWEEP_MS).unref()
  const readiness = storeReadiness(connection, readying)
  return {
    ...collections,
    /** Missing indexes with reasons, if known, and advice; without data of documents. */
    missingIndexes: (): readonly string[] => readiness.missing().map(missingText),
    /** Resolves when all indexes exist and all migrations are done. */
    untilReady: (): Promise<void> => readiness.ready,
    /** Resolves when the store responds. */
    ping,
    async close(): Promise<void> {
      clearInterval(sweeper)
      await readiness.close()
      // `close` would keep the connection with its models in the list of Mongoose.
      await connection.destroy()
    },
  }
}

/** Interval of sweeps, which delete expired documents (not every store has TTL indexes) and complete interrupted deletions. */
const SWEEP_MS = 10 * 60_000

/** Sweeps allow for clock skew between processes. */
const CLOCK_SKEW_MS = 5 * 60_000

export type Store = ReturnType<typeof createStore>

/** Some functions of some collections: `StorePart<{ users: 'find' | 'list' }>`. */
export type StorePart<Names extends { readonly [Name in keyof Store]?: keyof Store[Name] }> = PartOf<Store, Names>

/** The name of each function of the store: `users.find`, `close`. */
export type StoreFunction = {
  [Name in keyof Store]: Store[Name] extends (...args: never[]) => unknown
    ? Name
    : `${Name}.${keyof Store[Name] & string}`
}[keyof Store]
