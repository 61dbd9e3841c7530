import type { NameFolding } from '../../../guard/name-folding.ts'
import type { Policy, TablePolicy } from '../../../guard/policy.ts'
import type { Column, Schema, Table } from '../../../guard/schema.ts'

/** The verifier's own look-ups, made once for a schema and a policy: what the guard found is not asked. */
const tablesOf = new WeakMap<Schema, WeakMap<NameFolding, ReadonlyMap<string, Table>>>()
const lowerNamesOf = new WeakMap<Schema, ReadonlySet<string>>()
const policiesOf = new WeakMap<Policy, WeakMap<NameFolding, Policies>>()
const columnsOf = new WeakMap<Table, WeakMap<NameFolding, ReadonlyMap<string, Column>>>()

interface Policies {
  readonly asWritten: ReadonlyMap<string, TablePolicy>
  readonly folded: ReadonlyMap<string, TablePolicy>
}

/** Tables by folded name; the first of a name. */
export const tablesByName = (schema: Schema, folding: NameFolding): ReadonlyMap<string, Table> =>
  kept(tablesOf, schema, folding, () => {
    const tables = new Map<string, Table>()
    for (const table of schema.tables)
      if (!tables.has(folding.table(table.name))) tables.set(folding.table(table.name), table)
    return tables
  })

/** Names of all tables of a schema, in small letters. */
export const lowerTableNames = (schema: Schema): ReadonlySet<string> => {
  const names = lowerNamesOf.get(schema) ?? new Set(schema.tables.map(({ name }) => name.toLowerCase()))
  lowerNamesOf.set(schema, names)
  return names
}

/** What a policy says of a table, in whatever spelling the database takes for the same. */
export const policyFor = ({ name }: Table, policy: Policy, folding: NameFolding): TablePolicy | undefined => {
  const { asWritten, folded } = kept(policiesOf, policy, folding, () => {
    const entries = Object.entries(policy.tables)
    return { asWritten: new Map(entries), folded: new Map(entries.map(([key, one]) => [folding.table(key), one])) }
  })
  return asWritten.get(name) ?? folded.get(folding.table(name)) ?? folded.get('*')
}

/** A column of a table, in whatever spelling; the first of a name. */
export const columnNamed = (table: Table, name: string | undefined, folding: NameFolding): Column | undefined => {
  if (name === undefined) return undefined
  const columns = kept(columnsOf, table, folding, () => {
    const byName = new Map<string, Column>()
    for (const column of table.columns) {
      const folded = folding.column(column.name)
      if (!byName.has(folded)) byName.set(folded, column)
    }
    return byName
  })
  return columns.get(folding.column(name))
}

const kept = <Key extends object, Value>(
  all: WeakMap<Key, WeakMap<NameFolding, Value>>,
  key: Key,
  folding: NameFolding,
  make: () => Value,
): Value => {
  const known = all.get(key)?.get(folding)
  if (known !== undefined) return known
  const ofKey = all.get(key) ?? new WeakMap<NameFolding, Value>()
  all.set(key, ofKey)
  const value = make()
  ofKey.set(folding, value)
  return value
}
