import type { Labels } from '../../guard/enum-labels.ts'
import type { Column, Schema, Table } from '../../guard/schema.ts'
import type { TableVectors } from './catalog.ts'
import type { Glossary } from './glossary.ts'
import type { NotFound } from './not-found.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** What a planner may know on behalf of one caller: only what this caller may see. */
export interface Knowledge {
  readonly view: DatabaseView
  /** Kinds that many rows share, from the database's catalog: the same objects for all callers of a view. */
  readonly values: readonly ColumnValues[]
  /** What the question names, read through the guard: these are rows of the caller. */
  readonly named?: readonly ColumnValues[]
  /** What it names and nothing was found for; absent where all was found. */
  readonly notFound?: NotFound
  /** Tables of which the caller sees some rows only, by tenant or scope; absent where there are none. */
  readonly ownTables?: ReadonlySet<string>
  /** From the catalog: of all its tables, those that this caller does not see among them. */
  readonly vectors?: TableVectors
}

/**
 * What is known of a database apart from its rows. Callers who may see the same tables and columns share one object,
 * so that whatever a planner derives from it can be kept beside it.
 */
export interface DatabaseView {
  readonly databaseName: string
  readonly engine: string
  readonly dialectNotes: string
  /** How a model is to write queries, one rule a line. */
  readonly promptRules: string
  /** How queries are spelled for its engine; null where they are no SQL. */
  readonly dialect: SqlDialect | null
  readonly schema: VisibleSchema
  readonly glossary: Glossary
}

/** Without denied tables and hidden columns. */
export interface VisibleSchema extends Schema {
  readonly tables: readonly VisibleTable[]
}

/** Row counts are left out, because they count rows of other callers too. */
export interface VisibleTable extends Omit<Table, 'rowCount' | 'columns'> {
  readonly rowCount?: never
  readonly columns: readonly VisibleColumn[]
  /** The caller sees one row of it: the tenants' own table, of which everybody has a row. */
  readonly single?: true
  /** Where its rows stand, if those are elements of an array: only in the relational view of documents. */
  readonly within?: Within
}

/** With the labels of its type, where that is an enumeration. */
export interface VisibleColumn extends Column, Partial<Labels> {}

/** The array that the rows of a table are the elements of. */
export interface Within {
  /** The table whose rows hold it. */
  readonly table: string
  /** Its path in those rows. */
  readonly path: string
  /** The one column that holds the elements themselves, where they are no documents. */
  readonly value?: string
}

/** Immutable: callers whose row rules are the same share one object, and so does what a planner derives from it. */
export interface ColumnValues {
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
  /** False when the column has more distinct values than were read. */
  readonly complete: boolean
}

/** A column's own among those of all tables, whatever characters names have. */
export const columnKey = ({ table, column }: { readonly table: string; readonly column: string }): string =>
  JSON.stringify([table, column])

/** All that is known of values, of a column in up to two parts. */
export const allValues = ({ values, named = [] }: Knowledge): readonly ColumnValues[] => [...values, ...named]

/** What is known of a column's kinds, if anything. */
export const valuesOf = ({ values }: Knowledge, table: string, column: string): ColumnValues | undefined =>
  values.find((one) => one.table === table && one.column === column)
