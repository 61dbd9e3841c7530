import { guardDraft } from '../../../src/engines/postgres/guard/guard.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { GuardedQuery } from '../../../src/guard/guarded-query.ts'
import type { Schema, Table } from '../../../src/guard/schema.ts'
import { fixturePolicy, restrictionOf, TABLES } from '../contract/fixture.ts'
import type { FixtureType } from '../contract/fixture-table.ts'
import { accepted } from '../contract/results.ts'

const DECLARED: Readonly<Record<FixtureType, string>> = {
  integer: 'integer',
  real: 'double precision',
  decimal: 'numeric(12,2)',
  text: 'text',
  date: 'date',
}

/** The shared fixture as `describe` returns it. */
export const SCHEMA: Schema = {
  engine: 'postgres',
  tables: TABLES.map(
    ({ name, columns }): Table => ({
      schema: 'public',
      name,
      columns: columns.map((column) => ({ name: column.name, type: DECLARED[column.type], nullable: true })),
      primaryKey: columns.filter(({ key }) => key).map((column) => column.name),
      foreignKeys: [],
    }),
  ),
}

const POLICY = fixturePolicy('postgres', (name) => `public.${name}`)

export const rulesFor = (tenant: number, scope?: string): GuardRules => ({
  schema: SCHEMA,
  policy: POLICY,
  restriction: restrictionOf(tenant, scope),
})

/** @throws when the draft is refused */
export const guarded = async (draft: string, rules = rulesFor(1)): Promise<GuardedQuery> =>
  accepted(await guardDraft(draft, rules))
