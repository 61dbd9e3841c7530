import type { NameFolding } from '../../../guard/name-folding.ts'
import type { Policy, TablePolicy } from '../../../guard/policy.ts'
import type { Column, Schema, Table } from '../../../guard/schema.ts'

/** The verifier's own look-ups, cached per schema and policy; it does not use the guard's. */
const tablesOf = new WeakMap<Schema, WeakMap<NameFolding, ReadonlyMap<string, Table>>>()
const lowerNamesOf = new WeakMap<Schema, ReadonlySet<string>>()
const policiesOf = new WeakMap<Policy, WeakMap<NameFolding, Policies>>()
const columnsOf = new WeakMap<Table, WeakMap<NameFolding, ReadonlyMap<string, Column>>>()

interface Policies {
  readonly asWritten: ReadonlyMap<string, TablePolicy>
  readonly folded: ReadonlyMap<string, TablePolicy>
}

/** Tables by folded name; the first one wins. */
export const tablesByName = (schema: Schema, folding: NameFolding): ReadonlyMap<string, Table> =>
  cachedFor(tablesOf, schema, folding, () => {
    const tables = new Map<string, Table>()
    for (const table of schema.tables)
      if (!tables.has(folding.table(table.name))) tables.set(folding.table(table.name), table)
    return tables
  })

/** Lower-case names of all tables. */
export const lowerTableNames = (schema: Schema): ReadonlySet<string> => {
  const names = lowerNamesOf.get(schema) ?? new Set(schema.tables.map(({ name }) => name.toLowerCase()))
  lowerNamesOf.set(schema, names)
  return names
}

/** The policy entry of a table, with folded names. */
export const policyFor = ({ name }: Table, policy: Policy, folding: NameFolding): TablePolicy | undefined => {
  const { asWritten, folded } = cachedFor(policiesOf, policy, folding, () => {
    const entries = Object.entries(policy.tables)
    return { asWritten: new Map(entries), folded: new Map(entries.map(([key, one]) => [folding.table(key), one])) }
  })
  return asWritten.get(name) ?? folded.get(folding.table(name)) ?? folded.get('*')
}

/** A column of a table by folded name; the first one wins. */
export const columnNamed = (table: Table, name: string | undefined, folding: NameFolding): Column | undefined => {
  if (name === undefined) return undefined
  const columns = cachedFor(columnsOf, table, folding, () => {
    const byName = new Map<string, Column>()
    for (const column of table.columns) {
      const folded = folding.column(column.name)
      if (!byName.has(folded)) byName.set(folded, column)
    }
    return byName
  })
  return columns.get(folding.column(name))
}

const cachedFor = <Key extends object, Value>(
  all: WeakMap<Key, WeakMap<NameFolding, Value>>,
  key: Key,
  folding: NameFolding,
  make: () => Value,
): Value => {
  const cached = all.get(key)?.get(folding)
  if (cached !== undefined) return cached
  const ofKey = all.get(key) ?? new WeakMap<NameFolding, Value>()
  all.set(key, ofKey)
  const value = make()
  ofKey.set(folding, value)
  return value
}
