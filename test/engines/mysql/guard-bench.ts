import { type GuardedDraft, guardDraft } from '../../../src/engines/mysql/guard/guard.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { fixturePolicy, restrictionOf, TABLES } from '../contract/fixture.ts'
import type { FixtureType } from '../contract/fixture-table.ts'

const DECLARED: Readonly<Record<FixtureType, string>> = {
  integer: 'bigint(20)',
  real: 'double',
  decimal: 'decimal(20,4)',
  text: 'varchar(255)',
  date: 'date',
}

/** The fixture as `describe` returns it. */
export const SCHEMA: Schema = {
  engine: 'mysql',
  tables: TABLES.map(({ name, columns }) => ({
    name,
    columns: columns.map(({ name, type, required }) => ({ name, type: DECLARED[type], nullable: required !== true })),
    primaryKey: columns.filter(({ key }) => key === true).map(({ name }) => name),
    foreignKeys: [],
  })),
}

export const rulesFor = (tenant = 1, scope?: string): GuardRules => ({
  schema: SCHEMA,
  policy: fixturePolicy('mysql'),
  restriction: restrictionOf(tenant, scope),
})

/** The guard without a server. */
export class GuardBench {
  readonly #parser = new ParserPool('mysql')

  readonly parse = (texts: readonly string[]) => this.#parser.parse(texts, { organizationId: 1 })

  async guard(draft: string, rules = rulesFor()): Promise<GuardedDraft['result']> {
    return (await guardDraft(draft, rules, this.parse)).result
  }

  close(): Promise<void> {
    return this.#parser.close()
  }
}
