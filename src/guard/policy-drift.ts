import { mapSliced, runToEnd, type Sliced } from '../platform/values/sliced.ts'
import { undecidedSecrets } from './effective-policy.ts'
import { findTable } from './find-table.ts'
import { type IncludePatterns, tableMatcher } from './included-tables.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy, TablePolicy } from './policy.ts'
import { entryName } from './proposal/proposal.ts'
import { type Schema, type Table, tableName } from './schema.ts'
import { tableAccess } from './table-access.ts'

/** A difference between a policy and the database it belongs to. */
export interface Drift {
  /** Named as in the policy or, without an entry, as in the database. */
  readonly table: string
  readonly kind: 'new table' | 'table gone' | 'column gone' | 'closed' | 'column waits' | 'secret shown' | 'other type'
  /** The column, if the drift is a pending decision about one. */
  readonly column?: string
  /** The consequence, in words. */
  readonly detail: string
}

/**
 * Compares a policy with the current schema. A table without an entry is denied, and a table that lacks a column its
 * entry needs shows no rows: both are safe, but the manager should know. A missing hidden column is reported too,
 * because it may be visible under another name. A column that looks secret and is not listed is hidden until it is
 * decided about.
 *
 * @param include the patterns the schema was read with; tables outside them are not reported
 */
export const policyDrift = (
  schema: Schema,
  policy: Policy,
  folding: NameFolding,
  include?: IncludePatterns,
): readonly Drift[] => runToEnd(findDrift(schema, policy, folding, include))

/** `policyDrift` in slices. */
export function* findDrift(
  schema: Schema,
  policy: Policy,
  folding: NameFolding,
  include?: IncludePatterns,
): Sliced<readonly Drift[]> {
  const ofTables = yield* mapSliced(schema.tables, (table) => {
    const name = entryName(policy, tableName(table), folding)
    const entry = name === undefined ? undefined : policy.tables[name]
    if (name === undefined || entry === undefined) return newTable(table, policy)
    return entry.mode === 'deny' ? [] : ofEntry({ name, entry, table }, schema, policy, folding)
  })
  const isChosen = tableMatcher(include)
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
  const gone = [
    ...requiredColumns(entry, policy),
    ...(entry.scope_column === undefined ? [] : [entry.scope_column]),
  ].filter((column) => !has(column))
  const drift = (kind: Drift['kind'], detail: string): Drift => ({ table: name, kind, detail })
  const closed =
    gone.length === 0 && tableAccess(table, { schema, policy, restriction: ANY_TENANT }, folding) === undefined
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

/** A sample tenant: the check only needs to know whether a filter can be built. */
const ANY_TENANT = { tenant: { type: 'integer', value: 1n } } as const

const requiredColumns = (entry: TablePolicy, policy: Policy): readonly string[] => {
  if (entry.mode === 'via') return [entry.fk]
  if (entry.mode === 'shared' || entry.mode === 'deny') return []
  const column = entry.column ?? policy.tenant?.column
  return column === undefined ? [] : [column]
}

const closedBecause = (entry: TablePolicy): string =>
  entry.mode === 'via'
    ? `no rows are visible: ${entry.ref} does not lead to a table with a tenant filter`
    : 'no rows are visible: the table has no tenant column, or all its columns are hidden'
