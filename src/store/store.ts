import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../access/rules/organization-ref.ts'
import type { StoreClock } from '../platform/mongodb/store-clock.ts'
import type { PartOf } from '../platform/values/part-of.ts'
import { type StoreKeys, storeCollections } from './collections.ts'
import { connectionClock } from './connection-clock.ts'
import { missingText } from './readiness/missing-index.ts'
import { type StoreReadinessOptions, storeReadiness } from './readiness/store-readiness.ts'

export interface StoreOptions extends StoreReadinessOptions {
  /** Asks whether the store responds, on a connection of its own. */
  readonly ping?: () => Promise<void>
  /** The clock of the store, which a process measures once. */
  readonly clock?: StoreClock
}

/**
 * The document store: one object a collection, `store.users.find(caller, id)`. Its functions take the caller first, and an
 * unscoped one does not exist. Writes are idempotent by deterministic ids and conditional updates; there are no
 * transactions and no pipeline updates, so that the same code runs on mongod and on the embedded store.
 *
 * It makes the store ready by itself, in the background (`src/store/readiness/store-readiness.ts`).
 *
 * @param onRenewed called with the organization whose epoch this process has renewed
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
  const sweeper = setInterval(() => void sweep(new Date(Date.now() - SWEPT_LATE_MS)), SWEEP_MS).unref()
  const readiness = storeReadiness(connection, readying)
  return {
    ...collections,
    /** Why each missing index is missing, as far as is known, and what helps; nothing of any document. */
    missingIndexes: (): readonly string[] => readiness.missing().map(missingText),
    /** Resolves when all indexes and migrations are in place. */
    untilReady: (): Promise<void> => readiness.ready,
    /** Resolves when the store responds. */
    ping,
    async close(): Promise<void> {
      clearInterval(sweeper)
      await readiness.close()
      // `close` would leave it in the list of mongoose, with all of its models.
      await connection.destroy()
    },
  }
}

/** Not every store removes expired documents by itself, and removals that were interrupted are completed. */
const SWEEP_MS = 10 * 60_000

/** What has expired by the clock of this process may not have by that of another. */
const SWEPT_LATE_MS = 5 * 60_000

export type Store = ReturnType<typeof createStore>

/** Some functions of some collections: `StorePart<{ users: 'find' | 'list' }>`. */
export type StorePart<Names extends { readonly [Name in keyof Store]?: keyof Store[Name] }> = PartOf<Store, Names>

/** The name of each function of the store: `users.find`, `close`. */
export type StoreFunction = {
  [Name in keyof Store]: Store[Name] extends (...args: never[]) => unknown
    ? Name
    : `${Name}.${keyof Store[Name] & string}`
}[keyof Store]
