import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import { type GuardedDraft, guardDraft } from '../../../src/engines/sqlite/guard/guard.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { fixturePolicy, restrictionOf, TABLES } from '../contract/fixture.ts'
import { declared } from './fixture-file.ts'

/** The described schema of the shared fixture. */
const SCHEMA: Schema = {
  engine: 'sqlite',
  tables: TABLES.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, type: declared(column.type), nullable: true })),
    primaryKey: columns.filter(({ key }) => key === true).map((column) => column.name),
    foreignKeys: [],
  })),
}

const POLICY = fixturePolicy('sqlite')

export const rulesFor = (tenant = 1, scope?: string): GuardRules => ({
  schema: SCHEMA,
  policy: POLICY,
  restriction: restrictionOf(tenant, scope),
})

/** The SQLite guard without a database. */
export class GuardBench {
  readonly #parser = new ParserPool('sqlite')

  readonly parse = (texts: readonly string[]) => this.#parser.parse(texts, { organizationId: 1 })

  async guard(draft: string, rules = rulesFor()): Promise<GuardedDraft['result']> {
    return (await guardDraft(draft, rules, this.parse)).result
  }

  close(): Promise<void> {
    return this.#parser.close()
  }
}
