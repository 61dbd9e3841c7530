import { LRUCache } from 'lru-cache'
import type { Epoch } from '../domain/access/epoch.ts'
import type { Store } from './store.ts'

type InOrganization = { readonly organizationId: number }

/** A change whose process died before it renewed the epoch is seen after this time. */
const KEPT_MS = 5_000
const KEPT_MAX = 1_000

type Looked = Pick<Store, 'epoch' | 'database' | 'databases' | 'databaseAddress' | 'patternsVersion'>

/** Look-ups that are as they were in the epoch that a caller knows; without one, as they are now. */
export type KeptReads = ReturnType<typeof keptReads>

/**
 * Look-ups of what rarely changes, kept by this process as long as the organization's epoch is the same. A request brings
 * the epoch that it was let in by, so that its steps ask for nothing; without one the epoch of the moment is asked for.
 */
export const keptReads = (store: Looked) => {
  const databases = keeping(store.database)
  const addresses = keeping(store.databaseAddress)
  const versions = keeping(store.patternsVersion)
  const all = keeping((caller: InOrganization) => store.databases(caller))
  const now = (caller: InOrganization, asOf: Epoch | undefined): Epoch | Promise<Epoch> => asOf ?? store.epoch(caller)
  return {
    epoch: store.epoch,
    database: async (caller: InOrganization, id: string, asOf?: Epoch) =>
      await databases(caller, id, await now(caller, asOf)),
    databaseAddress: async (caller: InOrganization, id: string, asOf?: Epoch) =>
      await addresses(caller, id, await now(caller, asOf)),
    databases: async (caller: InOrganization, asOf?: Epoch) => await all(caller, '', await now(caller, asOf)),
    patternsVersion: async (caller: InOrganization, id: string, asOf?: Epoch) =>
      await versions(caller, id, await now(caller, asOf)),
  }
}

/** What was looked up after an epoch was known is no older than that epoch. */
const keeping = <Value>(look: (caller: InOrganization, id: string) => Promise<Value>) => {
  const kept = new LRUCache<string, { readonly epoch: Epoch; readonly value: Value }>({ max: KEPT_MAX, ttl: KEPT_MS })
  return async (caller: InOrganization, id: string, epoch: Epoch): Promise<Value> => {
    const key = `${caller.organizationId}/${id}`
    const held = kept.get(key)
    if (held?.epoch === epoch) return held.value
    const value = await look(caller, id)
    kept.set(key, { epoch, value })
    return value
  }
}
