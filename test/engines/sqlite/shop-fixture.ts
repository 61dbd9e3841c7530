import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Policy } from '../../../src/guard/policy.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import { fixturePolicy, TABLES } from '../contract/fixture.ts'
import { ofOneTenant } from '../contract/fixture-table.ts'
import { writeFixture } from './fixture-file.ts'

export { restrictionOf } from '../contract/fixture.ts'

export const POLICY: Policy = fixturePolicy('sqlite')

/** The shared fixture as SQLite files in a folder of one test; `remove` deletes it. */
export class ShopFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tabletalk-sqlite-'))
  #copies = 0
  readonly shared = join(this.#folder, 'shared.sqlite')

  constructor() {
    writeFixture(this.shared, TABLES)
    const database = new DatabaseSync(this.shared)
    database.exec('CREATE VIEW all_orders AS SELECT * FROM orders')
    database.close()
  }

  get address(): string {
    return `sqlite:${this.shared}`
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** A single-tenant database. */
  copyOf(tenant: number, scope?: string): DatabaseSync {
    const file = this.path(`tenant-${tenant}-${scope ?? 'all'}-${++this.#copies}.sqlite`)
    writeFixture(file, ofOneTenant(TABLES, tenant, scope))
    return new DatabaseSync(file)
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Runs a query without a guard; gives rows as lists of cells in the form of the engine's results. */
export const plainRows = (database: DatabaseSync, sql: string): readonly (readonly Json[])[] => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement.all().map((row) => Object.values(row).map(plain))
}

/** The fixture holds nothing else. */
const plain = (value: unknown): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new Error('a value that the fixture has not')
}
