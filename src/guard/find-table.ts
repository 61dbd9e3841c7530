import type { NameFolding } from './name-folding.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/** Cached per schema, because every table of every query is looked up. */
const tablesBySchema = new WeakMap<Schema, WeakMap<NameFolding, ReadonlyMap<string, Table>>>()

/** The table that a name denotes after folding; undefined if there is none. */
export const findTable = (schema: Schema, name: string, folding: NameFolding): Table | undefined =>
  tablesOf(schema, folding).get(folding.table(name))

const tablesOf = (schema: Schema, folding: NameFolding): ReadonlyMap<string, Table> => {
  const ofSchema = tablesBySchema.get(schema) ?? new WeakMap<NameFolding, ReadonlyMap<string, Table>>()
  tablesBySchema.set(schema, ofSchema)
  const cached = ofSchema.get(folding)
  if (cached !== undefined) return cached
  // If two names fold to the same form, the first table wins.
  const tables = new Map(schema.tables.toReversed().map((table) => [folding.table(tableName(table)), table]))
  ofSchema.set(folding, tables)
  return tables
}
