import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Catalog } from '../../src/ask/rules/catalog.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import type { Policy, TablePolicy } from '../../src/guard/policy.ts'
import type { CatalogSource } from '../../src/knowledge/catalog/catalog-source.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'
import { tenantCandidates } from '../../src/knowledge/catalog/tenant-candidates.ts'
import type { DatabaseSettings } from '../../src/manage/databases/rules/database-settings.ts'
import { SAMPLING_KEY } from './shop-reader.ts'

type Learning = Partial<Omit<CatalogSource, 'database' | 'engine' | 'address' | 'schema'>> & {
  readonly database?: Partial<DatabaseSettings>
  readonly tables?: Readonly<Record<string, TablePolicy>>
}

/** A database of one test in an SQLite file, which can be indexed repeatedly. */
export class LearntFile {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-learnt-'))
  readonly #engine = sqliteEngine({ processesMax: 2 })
  readonly #file = path.join(this.#folder, 'learnt.sqlite')
  readonly #database = new DatabaseSync(this.#file)
  /** Number of statements run. */
  statements = 0

  constructor(sql: string) {
    this.#database.exec(sql)
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** Returns its catalog; by default all tables belong to the tenant in `tenant_id`. */
  async learn({ tables, database = {}, ...learning }: Learning = {}): Promise<Catalog> {
    const source = await this.#source(tables)
    return await makeCatalog({ ...source, ...learning, database: { ...source.database, ...database } })
  }

  /** Returns the tenants from which the sample is chosen. */
  async candidates(tables?: Learning['tables']): Promise<readonly string[] | undefined> {
    const source = await this.#source(tables)
    const { policy, organizationId } = source.database
    return await tenantCandidates({ ...source, policy, organizationId, timeoutMs: 60_000 })
  }

  async #source(tables: Learning['tables']) {
    const { signal } = new AbortController()
    const address = `sqlite:${this.#file}`
    const schema = await this.#engine.describe(address, signal)
    const open = Object.fromEntries(schema.tables.map(({ name }) => [name, { mode: 'tenant' } as const]))
    const policy: Policy = {
      version: 1,
      engine: 'sqlite',
      tenant: { column: 'tenant_id', type: 'integer' },
      tables: tables ?? open,
    }
    const database: DatabaseSettings = {
      id: 'learnt',
      organizationId: 1,
      name: 'learnt',
      engine: 'sqlite',
      requiresOrganizationScoping: true,
      policy,
      glossary: EMPTY_GLOSSARY,
    }
    const { name, dialect, guard, describe } = this.#engine
    const run: Engine['run'] = (...call) => {
      this.statements += 1
      return this.#engine.run(...call)
    }
    return {
      database,
      engine: { name, dialect, guard, run, describe },
      address,
      schema,
      samplingKey: SAMPLING_KEY,
      signal,
    }
  }

  async close(): Promise<void> {
    this.#database.close()
    await this.#engine.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Inserts of orders: each tenant has each status twice. */
export const ordersOf = (tenants: readonly number[], statuses: readonly string[]): string =>
  tenants
    .flatMap((tenant) => statuses.map((status) => `(${tenant}, '${status}'), (${tenant}, '${status}')`))
    .map((rows) => `INSERT INTO orders (tenant_id, status) VALUES ${rows};`)
    .join('\n')

export const ORDERS = 'CREATE TABLE orders (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, status TEXT);'

export const valuesIn = (catalog: Catalog, table: string, column: string): readonly string[] | undefined =>
  catalog.columns.find((one) => one.table === table && one.column === column)?.values
