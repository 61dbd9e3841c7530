import { type Catalog, EMPTY_CATALOG } from '../../src/ask/rules/catalog.ts'
import type { ProfiledColumn } from '../../src/ask/rules/column-profile.ts'
import type { ExploreCommand, ExploreResult, OnExplore } from '../../src/ask/rules/explore-command.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import type { RunResult } from '../../src/engines/engine.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'
import { KnowledgeReader, type KnowledgeRequest } from '../../src/knowledge/knowledge-reader.ts'
import type { DatabaseSettings } from '../../src/manage/databases/rules/database-settings.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { POLICY, restrictionOf } from '../engines/sqlite/shop-fixture.ts'
import type { Bench } from '../engines/sqlite/with-engine.ts'

export const SHOP: DatabaseSettings = {
  id: 'd',
  organizationId: 1,
  name: 'shops',
  engine: 'sqlite',
  requiresOrganizationScoping: true,
  policy: POLICY,
  glossary: EMPTY_GLOSSARY,
}

/** The same in each run, so that each run samples the same tenants. */
export const SAMPLING_KEY = new Uint8Array(32)

/** Overrides of the defaults. */
type Asking = Partial<Pick<KnowledgeRequest, 'database' | 'signal' | 'schema' | 'catalog'>> & {
  readonly question?: string
  readonly onLooking?: OnExplore
}

/** A reader of the shop fixture on the real engine; runs are counted and can be made to fail. */
export class ShopReader {
  readonly reader = new KnowledgeReader(new CacheMemory(), { lookUpMs: 60_000 })
  runs = 0
  /** Called before each run. */
  before: () => Promise<void> = async () => undefined
  readonly #bench: Bench

  constructor(bench: Bench) {
    this.#bench = bench
  }

  know(tenant: number, scope?: string, asked: Asking = {}): Promise<Knowledge> {
    const { question = '' } = asked
    return this.reader.read({ ...this.#request(tenant, scope, asked), asked: { question, recentTurns: [] } })
  }

  explore(
    tenant: number,
    commands: readonly ExploreCommand[],
    scope?: string,
    asked: Asking = {},
  ): Promise<ExploreResult> {
    const { question = '', onLooking = () => undefined } = asked
    return this.reader.explore({ ...this.#request(tenant, scope, asked), question, onLooking }, commands)
  }

  profiles(tenant: number, columns: readonly ProfiledColumn[], scope?: string, asked: Asking = {}) {
    return this.reader.profiles(this.#request(tenant, scope, asked), columns)
  }

  #request(
    tenant: number,
    scope: string | undefined,
    {
      database = SHOP,
      signal = new AbortController().signal,
      schema = this.#bench.schema,
      catalog = EMPTY_CATALOG,
    }: Asking,
  ): Omit<KnowledgeRequest, 'asked'> {
    const { engine, files } = this.#bench
    const counted = {
      name: engine.name,
      dialect: engine.dialect,
      guard: engine.guard,
      run: async (...call: Parameters<typeof engine.run>): Promise<RunResult> => {
        this.runs++
        await this.before()
        return engine.run(...call)
      },
    }
    const restriction = restrictionOf(tenant, scope)
    const source = { database, engine: counted, address: files.address, schema }
    return { ...source, restriction, catalog, signal }
  }

  /** Returns the catalog that indexing makes. */
  learn(database = SHOP): Promise<Catalog> {
    const { engine, files, schema } = this.#bench
    const { signal } = new AbortController()
    return makeCatalog({ database, engine, address: files.address, schema, signal, samplingKey: SAMPLING_KEY })
  }
}
