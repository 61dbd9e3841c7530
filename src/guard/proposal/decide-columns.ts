import { listsColumn } from '../effective-policy.ts'
import { findTable } from '../find-table.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Policy, TablePolicy } from '../policy.ts'
import { tablePolicy } from '../policy-entries.ts'
import { type Schema, type Table, tableName } from '../schema.ts'
import { entryName, withColumns } from './proposal.ts'

export interface ColumnDecision {
  /** Columns to hide from every query, each as `TABLE.COLUMN`. */
  readonly hide?: readonly string[] | undefined
  /** Columns that are visible although they look secret. */
  readonly show?: readonly string[] | undefined
}

type Decided =
  | { readonly kind: 'decided'; readonly policy: Policy }
  | { readonly kind: 'undecidable'; readonly about: keyof ColumnDecision; readonly message: string }

interface DecisionContext {
  readonly schema: Schema
  readonly folding: NameFolding
}

/** Applies a decision about columns to a policy; a column in both lists is hidden. */
export const decideColumns = (policy: Policy, decision: ColumnDecision, of: DecisionContext): Decided => {
  const tables = new Map(Object.entries(policy.tables))
  for (const about of ['show', 'hide'] as const)
    for (const written of decision[about] ?? []) {
      const found = findColumn(written, of)
      if (found === undefined)
        return {
          kind: 'undecidable',
          about,
          message: `The database has no column ${written}. Write it as TABLE.COLUMN.`,
        }
      const name = tableName(found.table)
      const entry = entryName(policy, name, of.folding) ?? name
      const before = tables.get(entry) ?? tables.get('*') ?? { mode: 'deny' }
      tables.set(entry, listedIn(about, found.column, before, of.folding))
    }
  return { kind: 'decided', policy: { ...policy, tables: Object.fromEntries(tables) } }
}

const listedIn = (
  about: keyof ColumnDecision,
  column: string,
  entry: TablePolicy,
  folding: NameFolding,
): TablePolicy => {
  const others = (listed: readonly string[] = []) =>
    listed.filter((name) => folding.column(name) !== folding.column(column))
  const lists = { hide: others(entry.hide), show: others(entry.show) }
  return withColumns(entry, { ...lists, [about]: [...lists[about], column] })
}

/** Names of tables and paths of documents may contain dots: the first split that finds a column wins. */
const findColumn = (
  written: string,
  { schema, folding }: DecisionContext,
): { readonly table: Table; readonly column: string } | undefined => {
  for (let dot = written.indexOf('.'); dot > 0; dot = written.indexOf('.', dot + 1)) {
    const table = findTable(schema, written.slice(0, dot), folding)
    const wanted = folding.column(written.slice(dot + 1))
    const column = table?.columns.find(({ name }) => folding.column(name) === wanted)
    if (table !== undefined && column !== undefined) return { table, column: column.name }
  }
  return undefined
}

/** Hides columns that a policy does not show; returns the same policy if it already lists all of them. */
export const hideUnlessShown = (
  policy: Policy,
  columns: readonly { readonly table: string; readonly column: string }[],
  of: DecisionContext,
): Policy => {
  const { folding } = of
  const undecided = columns.filter(({ table, column }) => {
    const entry = tablePolicy(policy, table, folding)
    return !listsColumn(column, entry.show, folding) && !listsColumn(column, entry.hide, folding)
  })
  if (undecided.length === 0) return policy
  const decided = decideColumns(policy, { hide: undecided.map(({ table, column }) => `${table}.${column}`) }, of)
  return decided.kind === 'decided' ? decided.policy : policy
}
