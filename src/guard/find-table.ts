import type { NameFolding } from './name-folding.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/** Made once for a schema, because every table of every query is looked up, and gone with it. */
const known = new WeakMap<Schema, WeakMap<NameFolding, ReadonlyMap<string, Table>>>()

/** The table of a schema that a name means, in whatever spelling the engine takes for the same. */
export const findTable = (schema: Schema, name: string, folding: NameFolding): Table | undefined =>
  tablesOf(schema, folding).get(folding.table(name))

const tablesOf = (schema: Schema, folding: NameFolding): ReadonlyMap<string, Table> => {
  const ofSchema = known.get(schema) ?? new WeakMap<NameFolding, ReadonlyMap<string, Table>>()
  known.set(schema, ofSchema)
  const kept = ofSchema.get(folding)
  if (kept !== undefined) return kept
  // Of two names that mean the same, the first table is meant.
  const tables = new Map(schema.tables.toReversed().map((table) => [folding.table(tableName(table)), table]))
  ofSchema.set(folding, tables)
  return tables
}
