import { documentTables } from '../../demo/document-tables.ts'
import { demoForSchema } from '../../demo/for-schema.ts'
import { demoTables } from '../../demo/generate.ts'
import { DEMO_POLICY } from '../../demo/policy.ts'
import type { NewTable } from '../../src/engines/loader.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { type Schema, tableName } from '../../src/guard/schema.ts'
import { CLINICS_POLICY, CLINICS_TENANT, clinicsTables } from './clinics.ts'
import type { HonestDatabaseName } from './honest-queries.ts'
import { PRACTICES_POLICY, PRACTICES_TENANT, practicesTables } from './practices.ts'
import { rowsOfTenant } from './rows-of-tenant.ts'

/** A database for honest queries, for one kind of engine. */
interface HonestDatabase {
  /** Rows of all tenants. */
  readonly tables: readonly NewTable[]
  /** Rows of the caller only. */
  readonly ownTables: readonly NewTable[]
  /** For the schema as described after loading. */
  policy(schema: Schema): Policy
}

/** The tenant that asks. */
export const CALLER = 1

const TODAY = new Date('2026-09-16T12:00:00Z')

/** Typical column types in PostgreSQL. */
const DECLARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  postgres: { 'lab_results.details': 'jsonb', 'appointments.starts_at': 'timestamptz' },
}

/** @param engine `mongodb` gets documents for shops and clinics; all else are tables */
export const honestDatabase = (name: HonestDatabaseName, engine: string): HonestDatabase => {
  switch (name) {
    case 'shops':
      return shops(engine)
    case 'clinics':
      return clinics(engine)
    case 'practices':
      return practices(engine)
  }
}

const shops = (engine: string): HonestDatabase => {
  const tables = demoTables(TODAY)
  const own = rowsOfTenant(tables, DEMO_POLICY, CALLER)
  const shaped = engine === 'mongodb' ? documentTables : (some: readonly NewTable[]) => some
  return { tables: shaped(tables), ownTables: shaped(own), policy: (schema) => demoForSchema(schema).policy }
}

const clinics = (engine: string): HonestDatabase => {
  const policy = { version: 1, engine, tenant: CLINICS_TENANT, tables: CLINICS_POLICY } as const
  const tables = clinicsTables(DECLARED[engine])
  const own = rowsOfTenant(tables, policy, CALLER)
  if (engine === 'mongodb')
    return { tables: embedded(tables), ownTables: embedded(own), policy: () => ({ ...policy, tables: DOCUMENTS }) }
  return { tables, ownTables: own, policy: (schema) => ({ ...policy, tables: named(CLINICS_POLICY, schema) }) }
}

const practices = (engine: string): HonestDatabase => {
  const policy = { version: 1, engine, tenant: PRACTICES_TENANT, tables: PRACTICES_POLICY } as const
  const tables = practicesTables()
  const ownTables = rowsOfTenant(tables, policy, CALLER)
  return { tables, ownTables, policy: (schema) => ({ ...policy, tables: named(PRACTICES_POLICY, schema) }) }
}

/** Embeds the lines of a bill in the bill. */
const embedded = (tables: readonly NewTable[]): readonly NewTable[] =>
  tables.map((table) =>
    table.name === 'bill_lines' ? { ...table, within: { table: 'bills', column: 'bill_id', as: 'lines' } } : table,
  )

const DOCUMENTS: Policy['tables'] = Object.fromEntries(
  Object.entries(CLINICS_POLICY)
    .filter(([table]) => table !== 'bill_lines')
    .map(([table, entry]) => [table, entry.mode === 'tenantRoot' ? { ...entry, column: '_id' } : entry]),
)

/** With the engine's table names. */
const named = (entries: Policy['tables'], schema: Schema): Policy['tables'] => {
  const names = new Map(schema.tables.map((table) => [table.name, tableName(table)]))
  const of = (table: string): string => names.get(table) ?? table
  return Object.fromEntries(
    Object.entries(entries).map(([table, entry]) => {
      if (entry.mode !== 'via') return [of(table), entry]
      const [parent = '', key = ''] = entry.ref.split('.')
      return [of(table), { ...entry, ref: `${of(parent)}.${key}` }]
    }),
  )
}
