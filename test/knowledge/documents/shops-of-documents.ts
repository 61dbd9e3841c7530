import type { Document } from 'mongodb'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { type Catalog, EMPTY_CATALOG } from '../../../src/ask/rules/catalog.ts'
import type { ExploreCommand } from '../../../src/ask/rules/explore-command.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { Engine } from '../../../src/engines/engine.ts'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import { makeCatalog } from '../../../src/knowledge/catalog/make-catalog.ts'
import { type DatabaseAccess, databaseAccess } from '../../../src/knowledge/database-access.ts'
import { embedCatalog } from '../../../src/manage/databases/embed-catalog.ts'
import type { DatabaseSettings } from '../../../src/manage/databases/rules/database-settings.ts'
import { CacheMemory } from '../../../src/platform/memory/cache-memory.ts'
import { mongodbServer } from '../../support/mongodb-server.ts'

/** Documents per collection, as inserted. */
export type Documents = Readonly<Record<string, readonly Document[]>>

export const SHOPS_POLICY: Policy = {
  version: 1,
  engine: 'mongodb',
  tenant: { column: 'shop', type: 'integer' },
  tables: {
    shops: { mode: 'tenantRoot', column: '_id' },
    orders: { mode: 'tenant', hide: ['card'] },
    order_notes: { mode: 'via', fk: 'order_id', ref: 'orders._id' },
    countries: { mode: 'shared' },
  },
}

const SETTINGS: DatabaseSettings = {
  id: 'd',
  organizationId: 1,
  name: 'shops',
  engine: 'mongodb',
  requiresOrganizationScoping: true,
  policy: SHOPS_POLICY,
  glossary: EMPTY_GLOSSARY,
}

export const callerOf = (tenant: number): Caller => ({
  kind: 'organization',
  organizationId: 1,
  userId: 1,
  tenantId: String(tenant),
})

/** A document database as its callers see it, on the real engine. */
export class ShopsOfDocuments {
  readonly access: DatabaseAccess & { close(): void }
  readonly #engine: Engine
  readonly #address: string
  readonly #settings: DatabaseSettings
  #catalog: Catalog | undefined = EMPTY_CATALOG

  private constructor(address: string, engine: Engine, settings: Partial<DatabaseSettings>) {
    this.#engine = engine
    this.#address = address
    this.#settings = { ...SETTINGS, ...settings }
    const store = {
      database: async () => this.#settings,
      databaseAddress: async () => address,
      catalog: async () => this.#catalog,
    }
    this.access = databaseAccess(store, [engine], new CacheMemory())
  }

  static async of(documents: Documents, settings: Partial<DatabaseSettings> = {}): Promise<ShopsOfDocuments> {
    const server = await mongodbServer()
    const name = server.newName()
    for (const [collection, some] of Object.entries(documents))
      await server.admin
        .db(name)
        .collection(collection)
        .insertMany(some.map((one) => ({ ...one })))
    const engine = mongodbEngine({ allowPrivateHosts: true })
    return new ShopsOfDocuments(server.address(name), engine, settings)
  }

  async index(): Promise<Catalog> {
    const { schema } = await this.access.openDatabase(callerOf(1), 'd')
    const signal = new AbortController().signal
    const source = { database: this.#settings, engine: this.#engine, address: this.#address, schema, signal }
    this.#catalog = await makeCatalog({ ...source, samplingKey: new Uint8Array(32) })
    return this.#catalog
  }

  /** The texts of tables that are sent to the embedding model. */
  async embedded(): Promise<readonly string[]> {
    const sent: string[] = []
    const spent = { calls: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 }
    const embedder = {
      model: 'm',
      async embed(texts: readonly string[]) {
        sent.push(...texts)
        return {
          vectors: texts.map(() => [1]),
          usage: { ...spent, estimated: false, models: [{ model: 'm', ...spent }] },
        }
      },
    }
    const store = {
      organizations: { find: async () => undefined },
      modelUsage: { spending: async () => [], count: async () => undefined },
      usageDays: { count: async () => undefined },
    }
    const { schema } = await this.access.openDatabase(callerOf(1), 'd')
    const source = { database: this.#settings, engine: this.#engine, schema, signal: new AbortController().signal }
    await embedCatalog({ embedder, modelPrices: new Map(), store }, source, await this.index(), undefined)
    return sent
  }

  async view(tenant: number, question = 'How many orders?') {
    return (await this.access.knowledge(callerOf(tenant), 'd', { question, recentTurns: [] })).view
  }

  /** The paths of a collection that a tenant sees. */
  async paths(tenant: number, collection: string): Promise<readonly string[]> {
    const { schema } = await this.view(tenant)
    const table = schema.tables.find(({ name }) => name === collection)
    return (table?.columns ?? []).map(({ name }) => name)
  }

  explore(tenant: number, commands: readonly ExploreCommand[]) {
    return this.access.explore(callerOf(tenant), 'd', commands, { question: 'orders' })
  }

  async guard(tenant: number, draft: unknown) {
    const { engine, database, schema, restriction } = await this.access.openAsCaller(callerOf(tenant), 'd')
    return await engine.guard(JSON.stringify(draft), { schema, policy: database.policy, restriction })
  }

  async run(tenant: number, draft: unknown) {
    const { database, schema, restriction } = await this.access.openAsCaller(callerOf(tenant), 'd')
    return await this.runWith({ schema, policy: database.policy, restriction }, draft)
  }

  async runWith(rules: GuardRules, draft: unknown) {
    const guarded = await this.#engine.guard(JSON.stringify(draft), rules)
    if (!guarded.ok) throw new Error(guarded.refusal.hint)
    const signal = new AbortController().signal
    const limits = { timeoutMs: 10_000, rowsMax: 100, bytesMax: 100_000, turnId: 't', owner: callerOf(1), signal }
    const ran = await this.#engine.run(this.#address, guarded.query, limits)
    if (!ran.ok) throw new Error(ran.refusal.hint)
    return ran.result.rows
  }

  async close(): Promise<void> {
    this.access.close()
    await this.#engine.close()
  }
}
