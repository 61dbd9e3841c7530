import { mapSliced, type Sliced } from '../platform/values/sliced.ts'
import { type Schema, tableName } from './schema.ts'

/** The part of a schema that is stored for later comparison: its tables, each with columns and types. */
export type SchemaShape = readonly TableShape[]

interface TableShape {
  /** As in a policy. */
  readonly table: string
  readonly columns: readonly (readonly [name: string, type: string])[]
}

/** Differences between two versions of a schema, for managers of the database. */
export interface SchemaChanges {
  readonly newTables: readonly string[]
  readonly goneTables: readonly string[]
  readonly changedTables: readonly TableChanges[]
  /** Number of changed tables beyond the limits of these lists. */
  readonly leftOut: number
}

interface TableChanges {
  readonly table: string
  readonly newColumns: readonly string[]
  readonly goneColumns: readonly string[]
  readonly otherTypes: readonly string[]
}

const TABLES_MAX = 100
const COLUMNS_MAX = 50

export function* schemaShape({ tables }: Pick<Schema, 'tables'>): Sliced<SchemaShape> {
  return yield* mapSliced(tables, (table) => ({
    table: tableName(table),
    columns: table.columns.map(({ name, type }): readonly [string, string] => [name, type]),
  }))
}

/** Compares two shapes; each list has at most 100 tables, and each table at most 50 columns per list. */
export function* schemaChanges(before: SchemaShape, after: SchemaShape): Sliced<SchemaChanges> {
  const known = new Map(before.map((table) => [table.table, table]))
  const now = new Set(after.map(({ table }) => table))
  const compared = yield* mapSliced(after, (table) => {
    const former = known.get(table.table)
    return former === undefined ? undefined : tableChanges(former, table)
  })
  const all = {
    newTables: after.filter(({ table }) => !known.has(table)).map(({ table }) => table),
    goneTables: before.filter(({ table }) => !now.has(table)).map(({ table }) => table),
    changedTables: compared.filter((changes) => changes !== undefined),
  }
  return {
    newTables: all.newTables.slice(0, TABLES_MAX),
    goneTables: all.goneTables.slice(0, TABLES_MAX),
    changedTables: all.changedTables.slice(0, TABLES_MAX),
    leftOut: Object.values(all).reduce((sum, { length }) => sum + Math.max(0, length - TABLES_MAX), 0),
  }
}

const tableChanges = (before: TableShape, after: TableShape): TableChanges | undefined => {
  const [former, now] = [new Map(before.columns), new Map(after.columns)]
  const names = (columns: readonly (readonly [string, string])[]) => columns.map(([name]) => name)
  const changes = {
    newColumns: names(after.columns.filter(([name]) => !former.has(name))),
    goneColumns: names(before.columns.filter(([name]) => !now.has(name))),
    otherTypes: names(after.columns.filter(([name, type]) => (former.get(name) ?? type) !== type)),
  }
  if (Object.values(changes).every(({ length }) => length === 0)) return undefined
  return {
    table: after.table,
    newColumns: changes.newColumns.slice(0, COLUMNS_MAX),
    goneColumns: changes.goneColumns.slice(0, COLUMNS_MAX),
    otherTypes: changes.otherTypes.slice(0, COLUMNS_MAX),
  }
}
