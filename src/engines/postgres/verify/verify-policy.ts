import type { Policy, TablePolicy } from '../../../guard/policy.ts'
import type { Schema, Table } from '../../../guard/schema.ts'

/** The verifier's own look-ups, cached per schema and policy; it does not use the guard's. */
const tablesOf = new WeakMap<Schema, ReadonlyMap<string, ReadonlyMap<string, Table>>>()
const policiesOf = new WeakMap<Policy, WeakMap<Table, TablePolicy | undefined>>()

/** The table with exactly this schema and name. */
export const tableOf = (schema: Schema, schemaName: string, name: string): Table | undefined => {
  const known = tablesOf.get(schema) ?? tablesIn(schema)
  tablesOf.set(schema, known)
  return known.get(schemaName)?.get(name)
}

const tablesIn = (schema: Schema): ReadonlyMap<string, ReadonlyMap<string, Table>> => {
  const schemas = new Map<string, Map<string, Table>>()
  for (const table of schema.tables) {
    const name = table.schema ?? 'public'
    const tables = schemas.get(name) ?? new Map<string, Table>()
    if (!tables.has(table.name)) tables.set(table.name, table)
    schemas.set(name, tables)
  }
  return schemas
}

const columnNames = new WeakMap<Table, ReadonlySet<string>>()

export const columnsOf = (table: Table): ReadonlySet<string> => {
  const known = columnNames.get(table) ?? new Set(table.columns.map(({ name }) => name))
  columnNames.set(table, known)
  return known
}

/** The policy entry of a table. */
export const policyFor = (table: Table, policy: Policy): TablePolicy | undefined => {
  const known = policiesOf.get(policy) ?? new WeakMap<Table, TablePolicy | undefined>()
  policiesOf.set(policy, known)
  if (!known.has(table)) known.set(table, entryFor(table, policy))
  return known.get(table)
}

const entryFor = ({ schema, name }: Table, { tables }: Policy): TablePolicy | undefined => {
  const named = schema === undefined ? name : `${schema}.${name}`
  if (Object.hasOwn(tables, named)) return tables[named]
  return Object.hasOwn(tables, '*') ? tables['*'] : undefined
}
