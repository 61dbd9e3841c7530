import type { DatabaseSettings } from '../../src/domain/access/database-settings.ts'
import { EMPTY_GLOSSARY } from '../../src/domain/ask/glossary.ts'
import type { Knowledge } from '../../src/domain/ask/knowledge.ts'
import type { RunResult } from '../../src/engines/engine.ts'
import { KnowledgeReader } from '../../src/knowledge/knowledge-reader.ts'
import { DatabaseMemory } from '../../src/memory/database-memory.ts'
import { POLICY, restrictionOf } from '../engines/sqlite/shop-fixture.ts'
import type { Bench } from '../engines/sqlite/with-engine.ts'

export const SHOP: DatabaseSettings = {
  ...{ id: 'd', organizationId: 1, name: 'shops', engine: 'sqlite', requiresOrganizationScoping: true },
  ...{ policy: POLICY, glossary: EMPTY_GLOSSARY },
}

/** A reader of the shop fixture on the real engine, whose runs are counted and can be disturbed. */
export class ShopReader {
  readonly reader = new KnowledgeReader(new DatabaseMemory(), { budgetMs: 60_000 })
  runs = 0
  /** Comes before each run. */
  before: () => Promise<void> = async () => undefined
  readonly #bench: Bench

  constructor(bench: Bench) {
    this.#bench = bench
  }

  know(
    tenant: number,
    scope?: string,
    { database = SHOP, signal = new AbortController().signal, schema = this.#bench.schema } = {},
  ): Promise<Knowledge> {
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
    return this.reader.read({ database, engine: counted, address: files.address, schema, restriction, signal })
  }
}
