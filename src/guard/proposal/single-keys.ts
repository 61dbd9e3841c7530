import { findTable } from '../find-table.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Column, Schema, Table } from '../schema.ts'
import { nameWords, pointsTo, rowsNames } from './name-words.ts'

/** A schema with the keys of its tables, as `singleKeys` finds them. */
export interface KeyedSchema {
  readonly schema: Schema
  readonly keys: ReadonlyMap<Table, readonly SingleKey[]>
}

/** One column of a table that points to a row of another. */
export interface SingleKey {
  readonly column: Column
  readonly parent: Table
  readonly parentColumn: Column
  /** False: only its name says so. */
  readonly declared: boolean
  /** Its values say so as well. */
  readonly inferred?: true
}

/**
 * The keys of a table that consist of one column, declared ones first, each in the order of the schema. An array points to
 * several rows, and is none.
 */
export const singleKeys = (table: Table, schema: Schema, folding: NameFolding): readonly SingleKey[] => {
  const columnOf = (owner: Table, name: string): Column | undefined =>
    owner.columns.find((column) => folding.column(column.name) === folding.column(name))
  const declared = table.foreignKeys.flatMap(({ columns, refTable, refColumns, inferred }): SingleKey[] => {
    const [name = '', another] = columns
    const column = columnOf(table, name)
    const parent = findTable(schema, refTable, folding)
    const parentColumn = parent && columnOf(parent, refColumns[0] ?? '')
    if (another !== undefined || column === undefined || parent === undefined || parentColumn === undefined) return []
    if (column.arrays !== undefined) return []
    return [{ column, parent, parentColumn, declared: true, ...(inferred && { inferred }) }]
  })
  const inAnyKey = new Set(table.foreignKeys.flatMap(({ columns }) => columns.map((name) => folding.column(name))))
  const byName = table.columns
    .filter(({ name, arrays }) => arrays === undefined && !inAnyKey.has(folding.column(name)))
    .flatMap((column): SingleKey[] => {
      const words = pointsTo(column.name)
      const parents = words === undefined ? [] : tablesNamed(schema, words)
      const [parent] = parents
      const parentColumn = parent && ownKey(parent, column)
      // The same name in two schemas says nothing.
      if (parent === undefined || parents.length > 1 || parent === table || parentColumn === undefined) return []
      return [{ column, parent, parentColumn, declared: false }]
    })
  return [...declared, ...byName]
}

/** The primary key that a column can point to: `id`, or one of the column's own name. */
const ownKey = ({ primaryKey, columns }: Table, pointer: Column): Column | undefined => {
  const [name, another] = primaryKey
  const words = name === undefined ? '' : nameWords(name).join(' ')
  const fits = another === undefined && (words === 'id' || words === nameWords(pointer.name).join(' '))
  return fits ? columns.find((column) => column.name === name) : undefined
}

/** Made once for a schema, because every column that points somewhere asks, and gone with it. */
const known = new WeakMap<Schema, ReadonlyMap<string, readonly Table[]>>()

/** The tables that are named like rows of this kind: `orders` for `order`. */
const tablesNamed = (schema: Schema, words: readonly string[]): readonly Table[] => {
  const kept = known.get(schema) ?? Map.groupBy(schema.tables, ({ name }) => nameWords(name).join(' '))
  known.set(schema, kept)
  return rowsNames(words).flatMap((name) => kept.get(name) ?? [])
}
