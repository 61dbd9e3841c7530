import { LRUCache } from 'lru-cache'
import type { AuthorizationRevision } from '../access/rules/authorization-revision.ts'
import { type Caller, mayUseDatabase } from '../access/rules/caller.ts'
import type { OrganizationRef } from '../access/rules/organization-ref.ts'
import { technicalNames } from '../ask/rules/database-names.ts'
import type { CacheMemory } from '../platform/memory/cache-memory.ts'
import type { WeighedCache } from '../platform/memory/weighed-cache.ts'
import type { Store } from './store.ts'

/** TTL of cached reads: limits staleness if a process dies between a change and the renewal of the revision. */
const CACHE_TTL_MS = 5_000
const CACHE_ENTRIES_MAX = 1_000
/** Memory of settings and of the lookup tables of their policy, in bytes per character of their JSON. */
const BYTES_PER_CHARACTER = 6

type CachedStore = Pick<Store, 'catalogs' | 'databases' | 'authorizationRevisions' | 'patterns' | 'webhooks'>

/** An organization, or a caller that may be restricted to some databases. */
type DatabaseReader = OrganizationRef & Pick<Caller, 'databaseIds'>

/** Reads at the revision that a caller knows; without one, at the current revision. */
export type CachedReads = ReturnType<typeof cachedReads>

/**
 * Reads of rarely changed data, cached by this process while the organization's revision is unchanged. A request passes the revision
 * of its authorization, so that its steps need no query; without one, the current revision is read.
 */
export const cachedReads = (store: CachedStore, memory: CacheMemory) => {
  const databases = cached(store.databases.find, memory.cache('settings', CACHE_TTL_MS))
  const addresses = cached(store.databases.findAddress, smallCache())
  const catalogs = cached(store.catalogs.find, memory.cache('catalogs', CACHE_TTL_MS))
  const names = cached(
    async (caller: OrganizationRef, id: string) => {
      const stored = await store.catalogs.findShape(caller, id)
      return stored && technicalNames(stored.shape)
    },
    memory.cache('names', CACHE_TTL_MS),
  )
  const webhooks = cached((caller: OrganizationRef) => store.webhooks.subscriptions(caller), smallCache())
  const versions = cached(store.patterns.version, smallCache())
  const all = cached(
    (caller: OrganizationRef) => store.databases.all(caller),
    memory.cache('settings of all', CACHE_TTL_MS),
  )
  const revisionAt = (
    caller: OrganizationRef,
    asOf: AuthorizationRevision | undefined,
  ): AuthorizationRevision | Promise<AuthorizationRevision> => asOf ?? store.authorizationRevisions.find(caller)
  return {
    revision: store.authorizationRevisions.find,
    database: async (caller: DatabaseReader, id: string, asOf?: AuthorizationRevision) =>
      mayUseDatabase(caller, id) ? await databases(caller, id, await revisionAt(caller, asOf)) : undefined,
    databaseAddress: async (caller: OrganizationRef, id: string, asOf?: AuthorizationRevision) =>
      await addresses(caller, id, await revisionAt(caller, asOf)),
    catalog: async (caller: OrganizationRef, id: string, asOf?: AuthorizationRevision) =>
      await catalogs(caller, id, await revisionAt(caller, asOf)),
    /** Of the schema that was indexed; undefined before that. */
    technicalNames: async (caller: OrganizationRef, id: string, asOf?: AuthorizationRevision) =>
      await names(caller, id, await revisionAt(caller, asOf)),
    webhooks: async (caller: OrganizationRef, asOf?: AuthorizationRevision) =>
      await webhooks(caller, '', await revisionAt(caller, asOf)),
    databases: async (caller: DatabaseReader, asOf?: AuthorizationRevision) =>
      (await all(caller, '', await revisionAt(caller, asOf))).filter(({ id }) => mayUseDatabase(caller, id)),
    patternsVersion: async (caller: OrganizationRef, id: string, asOf?: AuthorizationRevision) =>
      await versions(caller, id, await revisionAt(caller, asOf)),
  }
}

interface CachedValue<Value> {
  readonly revision: AuthorizationRevision
  readonly value: Value
}

/** A cache for small values. */
const smallCache = <Value>(): Pick<WeighedCache<CachedValue<Value>>, 'get' | 'set'> => {
  const cache = new LRUCache<string, CachedValue<Value>>({ max: CACHE_ENTRIES_MAX, ttl: CACHE_TTL_MS })
  return { get: (key) => cache.get(key), set: (key, { value }) => cache.set(key, value) }
}

/** Caches a read by revision: a value read after a revision was known is at least as recent as that revision. */
const cached = <Value>(
  read: (caller: OrganizationRef, id: string) => Promise<Value>,
  cache: Pick<WeighedCache<CachedValue<Value>>, 'get' | 'set'>,
) => {
  return async (caller: OrganizationRef, id: string, revision: AuthorizationRevision): Promise<Value> => {
    const key = `${caller.organizationId}/${id}`
    const hit = cache.get(key)
    if (hit?.revision === revision) return hit.value
    const value = await read(caller, id)
    const bytes = BYTES_PER_CHARACTER * (JSON.stringify(value) ?? '').length
    cache.set(key, { value: { revision, value }, bytes })
    return value
  }
}
