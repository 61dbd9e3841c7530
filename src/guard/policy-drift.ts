import { atOnce, eachSliced, type Sliced } from '../platform/values/sliced.ts'
import { chooser, type Include } from './chosen-tables.ts'
import { undecidedSecrets } from './effective-policy.ts'
import { findTable } from './find-table.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy, TablePolicy } from './policy.ts'
import { entryName } from './proposal/proposal.ts'
import { type Schema, type Table, tableName } from './schema.ts'
import { tableAccess } from './table-access.ts'

/** Where a policy and the database that it is for have grown apart. */
export interface Drift {
  /** Named as in the policy or, where it has no entry, as in the database. */
  readonly table: string
  readonly kind: 'new table' | 'table gone' | 'column gone' | 'closed' | 'column waits' | 'secret shown' | 'other type'
  /** The column, where it is about one that waits for a decision. */
  readonly column?: string
  /** What it means, in words. */
  readonly detail: string
}

/**
 * Compares a policy with what the database has now. A table that nobody classified is denied, and one that misses what
 * its entry needs stops answering: both are safe, and both are news to whoever runs the database. That a hidden column
 * went away is too: under another name it may be seen. A column that looks secret and that no entry lists is hidden, and
 * waits for a decision.
 *
 * @param include the tables that the schema was read of, where somebody chose; of others there is nothing to say
 */
export const policyDrift = (
  schema: Schema,
  policy: Policy,
  folding: NameFolding,
  include?: Include,
): readonly Drift[] => atOnce(findDrift(schema, policy, folding, include))

/** The same in slices. */
export function* findDrift(
  schema: Schema,
  policy: Policy,
  folding: NameFolding,
  include?: Include,
): Sliced<readonly Drift[]> {
  const ofTables = yield* eachSliced(schema.tables, (table) => {
    const name = entryName(policy, tableName(table), folding)
    const entry = name === undefined ? undefined : policy.tables[name]
    if (name === undefined || entry === undefined) return newTable(table, policy)
    return entry.mode === 'deny' ? [] : ofEntry({ name, entry, table }, schema, policy, folding)
  })
  const isChosen = chooser(include)
  const gone = Object.entries(policy.tables)
    .filter(([name, { mode }]) => name !== '*' && mode !== 'deny' && findTable(schema, name, folding) === undefined)
    .filter(([name]) => isChosen(name))
    .map(
      ([table]): Drift => ({
        table,
        kind: 'table gone',
        detail: 'the policy names a table that is not in the database',
      }),
    )
  return [...ofTables.flat(), ...gone]
}

const newTable = (table: Table, { tables }: Policy): readonly Drift[] => {
  const mode = tables['*']?.mode ?? 'deny'
  const detail =
    mode === 'deny' ? 'closed until you classify it' : `${mode}, the default of the policy for other tables`
  return [{ table: tableName(table), kind: 'new table', detail }]
}

interface Entry {
  readonly name: string
  readonly entry: TablePolicy
  readonly table: Table
}

const ofEntry = (
  { name, entry, table }: Entry,
  schema: Schema,
  policy: Policy,
  folding: NameFolding,
): readonly Drift[] => {
  const has = (column: string): boolean =>
    table.columns.some((candidate) => folding.column(candidate.name) === folding.column(column))
  const gone = [...needed(entry, policy), ...(entry.scope_column === undefined ? [] : [entry.scope_column])].filter(
    (column) => !has(column),
  )
  const drift = (kind: Drift['kind'], detail: string): Drift => ({ table: name, kind, detail })
  const closed =
    gone.length === 0 && tableAccess(table, { schema, policy, restriction: SOMEBODY }, folding) === undefined
  return [
    ...gone.map((column) => drift('column gone', `the column ${column} is missing, so no rows are visible`)),
    ...(closed ? [drift('closed', closedBecause(entry))] : []),
    ...(entry.hide ?? [])
      .filter((column) => !has(column))
      .map((column) =>
        drift('column gone', `the hidden column ${column} is missing; if it was renamed, it may be visible now`),
      ),
    ...undecidedSecrets(table, entry, folding).map((column) => ({
      ...drift('column waits', `${column} looks secret; it is hidden until you list it in hide or show`),
      column,
    })),
    ...(entry.show ?? []).map((column) =>
      has(column)
        ? drift('secret shown', `${column} is visible although it looks secret`)
        : drift(
            'column gone',
            `${column} is listed in show but missing; a new column with this name would be visible immediately`,
          ),
    ),
  ]
}

/** Any tenant: what matters is whether a filter can be made. */
const SOMEBODY = { tenant: { type: 'integer', value: 1n } } as const

const needed = (entry: TablePolicy, policy: Policy): readonly string[] => {
  if (entry.mode === 'via') return [entry.fk]
  if (entry.mode === 'shared' || entry.mode === 'deny') return []
  const column = entry.column ?? policy.tenant?.column
  return column === undefined ? [] : [column]
}

const closedBecause = (entry: TablePolicy): string =>
  entry.mode === 'via'
    ? `no rows are visible: ${entry.ref} does not lead to a table with a tenant filter`
    : 'no rows are visible: the table has no tenant column, or all its columns are hidden'
