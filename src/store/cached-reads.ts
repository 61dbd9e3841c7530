import { LRUCache } from 'lru-cache'
import type { Epoch } from '../access/rules/epoch.ts'
import type { OrganizationRef } from '../access/rules/organization-ref.ts'
import type { DatabaseMemory } from '../platform/memory/database-memory.ts'
import type { Shelf } from '../platform/memory/shelf.ts'
import type { Store } from './store.ts'

/** A change whose process died before it renewed the epoch is seen after this time. */
const KEPT_MS = 5_000
const KEPT_MAX = 1_000
/** What settings and the look-ups in their policy hold, in bytes for one character of their JSON. */
const BYTES_PER_CHARACTER = 6

type Looked = Pick<Store, 'catalogs' | 'databases' | 'epochs' | 'patterns' | 'webhooks'>

/** Look-ups that are as they were in the epoch that a caller knows; without one, as they are now. */
export type CachedReads = ReturnType<typeof cachedReads>

/**
 * Look-ups of what rarely changes, kept by this process as long as the organization's epoch is the same. A request brings
 * the epoch that it was let in by, so that its steps ask for nothing; without one the epoch of the moment is asked for.
 */
export const cachedReads = (store: Looked, memory: DatabaseMemory) => {
  const databases = keeping(store.databases.find, memory.shelf('settings', KEPT_MS))
  const addresses = keeping(store.databases.findAddress, few())
  const catalogs = keeping(store.catalogs.find, memory.shelf('catalogs', KEPT_MS))
  const webhooks = keeping((caller: OrganizationRef) => store.webhooks.subscriptions(caller), few())
  const versions = keeping(store.patterns.version, few())
  const all = keeping(
    (caller: OrganizationRef) => store.databases.all(caller),
    memory.shelf('settings of all', KEPT_MS),
  )
  const now = (caller: OrganizationRef, asOf: Epoch | undefined): Epoch | Promise<Epoch> =>
    asOf ?? store.epochs.find(caller)
  return {
    epoch: store.epochs.find,
    database: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await databases(caller, id, await now(caller, asOf)),
    databaseAddress: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await addresses(caller, id, await now(caller, asOf)),
    catalog: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await catalogs(caller, id, await now(caller, asOf)),
    webhooks: async (caller: OrganizationRef, asOf?: Epoch) => await webhooks(caller, '', await now(caller, asOf)),
    databases: async (caller: OrganizationRef, asOf?: Epoch) => await all(caller, '', await now(caller, asOf)),
    patternsVersion: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await versions(caller, id, await now(caller, asOf)),
  }
}

interface Kept<Value> {
  readonly epoch: Epoch
  readonly value: Value
}

/** For what is small, whatever the database. */
const few = <Value>(): Pick<Shelf<Kept<Value>>, 'get' | 'set'> => {
  const kept = new LRUCache<string, Kept<Value>>({ max: KEPT_MAX, ttl: KEPT_MS })
  return { get: (key) => kept.get(key), set: (key, { value }) => kept.set(key, value) }
}

/** What was looked up after an epoch was known is no older than that epoch. */
const keeping = <Value>(
  look: (caller: OrganizationRef, id: string) => Promise<Value>,
  kept: Pick<Shelf<Kept<Value>>, 'get' | 'set'>,
) => {
  return async (caller: OrganizationRef, id: string, epoch: Epoch): Promise<Value> => {
    const key = `${caller.organizationId}/${id}`
    const held = kept.get(key)
    if (held?.epoch === epoch) return held.value
    const value = await look(caller, id)
    const bytes = BYTES_PER_CHARACTER * (JSON.stringify(value) ?? '').length
    kept.set(key, { value: { epoch, value }, bytes })
    return value
  }
}
