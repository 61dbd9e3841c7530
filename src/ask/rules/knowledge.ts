import type { EnumLabels } from '../../guard/enum-labels.ts'
import type { Column, Schema, Table } from '../../guard/schema.ts'
import type { TableVectors } from './catalog.ts'
import type { Glossary } from './glossary.ts'
import type { NotFound } from './not-found.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** What a planner may know on behalf of one caller: only what this caller may see. */
export interface Knowledge {
  readonly view: DatabaseView
  /** Categories from the database's catalog: the same objects for all callers of a view. */
  readonly values: readonly ColumnValues[]
  /** Values that the question names, read through the guard: these are rows of the caller. */
  readonly named?: readonly ColumnValues[]
  /** Names in the question without a matching value; absent if all were found. */
  readonly notFound?: NotFound
  /** Tables of which the caller sees only some rows, by tenant or scope; absent if there are none. */
  readonly ownTables?: ReadonlySet<string>
  /** From the catalog: of all its tables, including those hidden from the caller. */
  readonly vectors?: TableVectors
}

/**
 * What is known of a database apart from its rows. Callers with the same visible tables and columns share one object,
 * so that planners can cache what they derive from it.
 */
export interface DatabaseView {
  readonly databaseName: string
  readonly engine: string
  readonly dialectNotes: string
  /** Rules for queries written by a model, one per line. */
  readonly promptRules: string
  /** The SQL dialect of its engine; null for MongoDB. */
  readonly dialect: SqlDialect | null
  readonly schema: VisibleSchema
  readonly glossary: Glossary
}

/** Without denied tables and hidden columns. */
export interface VisibleSchema extends Schema {
  readonly tables: readonly VisibleTable[]
}

/** Without row counts, which include rows of other callers. */
export interface VisibleTable extends Omit<Table, 'rowCount' | 'columns'> {
  readonly rowCount?: never
  readonly columns: readonly VisibleColumn[]
  /** The caller sees one row of it: the table of tenants, where each tenant has one row. */
  readonly single?: true
  /** The array that its rows are elements of; only in the relational view of documents. */
  readonly within?: ArrayParent
}

/** With the labels of its type, if that is an enumeration. */
export interface VisibleColumn extends Column, Partial<EnumLabels> {}

/** The array whose elements are the rows of a table. */
export interface ArrayParent {
  /** The table whose rows contain the array. */
  readonly table: string
  /** The path of the array in those rows. */
  readonly path: string
  /** The only column, holding the elements themselves, if they are no documents. */
  readonly value?: string
}

/** Immutable: callers with equal row rules share one object, and share what a planner derives from it. */
export interface ColumnValues {
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
  /** False if the column has more distinct values than were read. */
  readonly complete: boolean
}

/** A unique key of a column among all tables; its name may contain any character. */
export const columnKey = ({ table, column }: { readonly table: string; readonly column: string }): string =>
  JSON.stringify([table, column])

/** All known values; a column may occur twice. */
export const allValues = ({ values, named = [] }: Knowledge): readonly ColumnValues[] => [...values, ...named]

/** The known category values of a column, if any. */
export const valuesOf = ({ values }: Knowledge, table: string, column: string): ColumnValues | undefined =>
  values.find((one) => one.table === table && one.column === column)
