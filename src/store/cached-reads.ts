import { LRUCache } from 'lru-cache'
import type { Epoch } from '../access/rules/epoch.ts'
import type { OrganizationRef } from '../access/rules/organization-ref.ts'
import type { CacheMemory } from '../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../platform/memory/weighed-cache.ts'
import type { Store } from './store.ts'

/** TTL of cached reads: limits staleness if a process dies between a change and the renewal of the epoch. */
const CACHE_TTL_MS = 5_000
const CACHE_ENTRIES_MAX = 1_000
/** Memory of settings and of the lookup tables of their policy, in bytes per character of their JSON. */
const BYTES_PER_CHARACTER = 6

type CachedStore = Pick<Store, 'catalogs' | 'databases' | 'epochs' | 'patterns' | 'webhooks'>

/** Reads at the epoch that a caller knows; without one, at the current epoch. */
export type CachedReads = ReturnType<typeof cachedReads>

/**
 * Reads of rarely changed data, cached by this process while the organization's epoch is unchanged. A request passes the epoch
 * of its authorization, so that its steps need no query; without one, the current epoch is read.
 */
export const cachedReads = (store: CachedStore, memory: CacheMemory) => {
  const databases = cached(store.databases.find, memory.cache('settings', CACHE_TTL_MS))
  const addresses = cached(store.databases.findAddress, smallCache())
  const catalogs = cached(store.catalogs.find, memory.cache('catalogs', CACHE_TTL_MS))
  const webhooks = cached((caller: OrganizationRef) => store.webhooks.subscriptions(caller), smallCache())
  const versions = cached(store.patterns.version, smallCache())
  const all = cached(
    (caller: OrganizationRef) => store.databases.all(caller),
    memory.cache('settings of all', CACHE_TTL_MS),
  )
  const epochAt = (caller: OrganizationRef, asOf: Epoch | undefined): Epoch | Promise<Epoch> =>
    asOf ?? store.epochs.find(caller)
  return {
    epoch: store.epochs.find,
    database: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await databases(caller, id, await epochAt(caller, asOf)),
    databaseAddress: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await addresses(caller, id, await epochAt(caller, asOf)),
    catalog: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await catalogs(caller, id, await epochAt(caller, asOf)),
    webhooks: async (caller: OrganizationRef, asOf?: Epoch) => await webhooks(caller, '', await epochAt(caller, asOf)),
    databases: async (caller: OrganizationRef, asOf?: Epoch) => await all(caller, '', await epochAt(caller, asOf)),
    patternsVersion: async (caller: OrganizationRef, id: string, asOf?: Epoch) =>
      await versions(caller, id, await epochAt(caller, asOf)),
  }
}

interface CachedValue<Value> {
  readonly epoch: Epoch
  readonly value: Value
}

/** A cache for small values. */
const smallCache = <Value>(): Pick<WeighedCache<CachedValue<Value>>, 'get' | 'set'> => {
  const cache = new LRUCache<string, CachedValue<Value>>({ max: CACHE_ENTRIES_MAX, ttl: CACHE_TTL_MS })
  return { get: (key) => cache.get(key), set: (key, { value }) => cache.set(key, value) }
}

/** Caches a read by epoch: a value read after an epoch was known is at least as recent as that epoch. */
const cached = <Value>(
  read: (caller: OrganizationRef, id: string) => Promise<Value>,
  cache: Pick<WeighedCache<CachedValue<Value>>, 'get' | 'set'>,
) => {
  return async (caller: OrganizationRef, id: string, epoch: Epoch): Promise<Value> => {
    const key = `${caller.organizationId}/${id}`
    const hit = cache.get(key)
    if (hit?.epoch === epoch) return hit.value
    const value = await read(caller, id)
    const bytes = BYTES_PER_CHARACTER * (JSON.stringify(value) ?? '').length
    cache.set(key, { value: { epoch, value }, bytes })
    return value
  }
}
