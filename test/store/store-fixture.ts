import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Caller } from '../../src/access/rules/caller.ts'
import { type DocumentOwner, isVisible } from '../../src/access/rules/visibility.ts'
import { connectStore } from '../../src/store/connection.ts'
import { aesSealer } from '../../src/store/sealer.ts'
import { createStore, type Store, type StoreOptions } from '../../src/store/store.ts'
import { testServers } from '../support/test-servers.ts'

/** A new database in the document store of the test run. */
export const openTestStore = (): Promise<Connection> =>
  connectStore(`${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}`)

/** A store on a connection, without encryption. */
export const storeOn = (connection: Connection, options: StoreOptions = {}): Store =>
  createStore(
    connection,
    { addresses: { seal: (text) => text, open: (text) => text }, pepper: Buffer.alloc(32) },
    undefined,
    options,
  )

/** The sealing secrets of an installation: before and after a replacement. */
export const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

/** A new database with stores of an installation that use different secrets. */
export interface SealedStores {
  readonly connection: Connection
  /** A store that seals with `OLD` and has created the indexes. */
  readonly store: Store
  /** Another store. @param older further secrets that it can open */
  withKeys(key: Buffer, ...older: readonly Buffer[]): Store
  close(): Promise<void>
}

export const sealedStores = async (): Promise<SealedStores> => {
  const connection = await openTestStore()
  const stores: Store[] = []
  const made = (key: Buffer, older: readonly Buffer[], options: StoreOptions): Store => {
    const keys = { addresses: aesSealer(key, ...older), pepper: Buffer.alloc(32) }
    const store = createStore(connection, keys, undefined, options)
    stores.push(store)
    return store
  }
  const store = made(OLD, [], {})
  await store.untilReady()
  return {
    connection,
    store,
    withKeys: (key, ...older) => made(key, older, { made: 'elsewhere' }),
    async close() {
      await Promise.all(stores.map((one) => one.close()))
    },
  }
}

export const SERVER: Caller = { organizationId: 1, kind: 'organization', userId: 1 }

/** Kinds of key × tenant × scope × database, and another organization. */
export const CALLERS: Readonly<Record<string, Caller>> = {
  'an organization key': SERVER,
  'an organization key with a scope': { ...SERVER, scopeId: 'ann' },
  'an organization key with a tenant': { ...SERVER, tenantId: '1' },
  'an organization key with tenant and scope': { ...SERVER, tenantId: '1', scopeId: 'ann' },
  'a database key': { ...SERVER, kind: 'database', databaseId: 'shops' },
  'a database key with a tenant': { ...SERVER, kind: 'database', databaseId: 'shops', tenantId: '1' },
  'a database key with tenant and scope': {
    ...SERVER,
    kind: 'database',
    databaseId: 'shops',
    tenantId: '2',
    scopeId: 'ann',
  },
  'a database key of another database': { ...SERVER, kind: 'database', databaseId: 'farms', tenantId: '1' },
  'a key of another organization': { ...SERVER, organizationId: 2, tenantId: '1' },
}

export interface Thing {
  readonly id: string
  readonly owner: DocumentOwner
  /** A caller who can create the thing and see it. */
  readonly maker: Caller
}

/** One thing for each owner that could be confused with another. */
export const things = (): Thing[] =>
  [1, 2].flatMap((organizationId) =>
    ['default', 'ann'].flatMap((scopeId) =>
      ['shops', 'farms'].flatMap((databaseId) =>
        ['1', '2', undefined].map((tenantId) => {
          const tenant = tenantId === undefined ? {} : { tenantId }
          const owner = { organizationId, scopeId, databaseId, ...tenant }
          return { id: randomUUID(), owner, maker: { ...SERVER, organizationId, scopeId, ...tenant } }
        }),
      ),
    ),
  )

/** The ids that a caller sees by the visibility rule, which has its own tests. */
export const seenBy = (caller: Caller, all: readonly Thing[]): string[] =>
  all
    .filter(({ owner }) => isVisible(owner, caller))
    .map(({ id }) => id)
    .toSorted()

/** The ids for which a function returned something. */
export const given = async (all: readonly Thing[], verb: (id: string) => Promise<unknown>): Promise<string[]> => {
  const found = await Promise.all(all.map(async ({ id }) => ((await verb(id)) ? [id] : [])))
  return found.flat().toSorted()
}
