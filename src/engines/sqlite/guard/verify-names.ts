import type { Policy, TablePolicy } from '../../../domain/guard/policy.ts'
import type { Schema, Table } from '../../../domain/guard/schema.ts'
import { fold } from './names.ts'

/** The verifier's own look-ups, made once for a schema and a policy: what the guard found is not asked. */
const tablesOf = new WeakMap<Schema, ReadonlyMap<string, Table>>()
const policiesOf = new WeakMap<Policy, Policies>()

interface Policies {
  readonly asWritten: ReadonlyMap<string, TablePolicy>
  readonly folded: ReadonlyMap<string, TablePolicy>
}

/** Tables by case-folded name; the first of a name. */
export const tablesByName = (schema: Schema): ReadonlyMap<string, Table> => {
  const known = tablesOf.get(schema)
  if (known !== undefined) return known
  const tables = new Map<string, Table>()
  for (const table of schema.tables) if (!tables.has(fold(table.name))) tables.set(fold(table.name), table)
  tablesOf.set(schema, tables)
  return tables
}

/** What a policy says of a table, whatever the case of its letters. */
export const policyFor = ({ name }: Table, policy: Policy): TablePolicy | undefined => {
  const { asWritten, folded } = policiesIn(policy)
  return asWritten.get(name) ?? folded.get(fold(name)) ?? folded.get('*')
}

const policiesIn = (policy: Policy): Policies => {
  const known = policiesOf.get(policy)
  if (known !== undefined) return known
  const entries = Object.entries(policy.tables)
  const policies = { asWritten: new Map(entries), folded: new Map(entries.map(([key, one]) => [fold(key), one])) }
  policiesOf.set(policy, policies)
  return policies
}
