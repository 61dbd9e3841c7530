import { findTable } from '../find-table.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Column, Schema, Table } from '../schema.ts'
import { nameWords, referencedWords, tableNamesFor } from './name-words.ts'

/** A schema with the single-column keys of its tables. */
export interface KeyedSchema {
  readonly schema: Schema
  readonly keys: ReadonlyMap<Table, readonly SingleKey[]>
}

/** One column of a table that refers to a row of another. */
export interface SingleKey {
  readonly column: Column
  readonly parent: Table
  readonly parentColumn: Column
  /** False: inferred from its name only. */
  readonly isDeclared: boolean
  /** True: inferred from its name and its values. */
  readonly inferred?: true
}

/**
 * The single-column keys of a table, declared ones first, each in schema order. Arrays are excluded: they refer to
 * several rows.
 */
export const singleKeys = (table: Table, schema: Schema, folding: NameFolding): readonly SingleKey[] => {
  const columnOf = (owner: Table, name: string): Column | undefined =>
    owner.columns.find((column) => folding.column(column.name) === folding.column(name))
  const declared = table.foreignKeys.flatMap(({ columns, refTable, refColumns, inferred }): SingleKey[] => {
    const [name = '', second] = columns
    const column = columnOf(table, name)
    const parent = findTable(schema, refTable, folding)
    const parentColumn = parent && columnOf(parent, refColumns[0] ?? '')
    if (second !== undefined || column === undefined || parent === undefined || parentColumn === undefined) return []
    if (column.arrays !== undefined) return []
    return [{ column, parent, parentColumn, isDeclared: true, ...(inferred && { inferred }) }]
  })
  const inAnyKey = new Set(table.foreignKeys.flatMap(({ columns }) => columns.map((name) => folding.column(name))))
  const byName = table.columns
    .filter(({ name, arrays }) => arrays === undefined && !inAnyKey.has(folding.column(name)))
    .flatMap((column): SingleKey[] => {
      const words = referencedWords(column.name)
      const parents = words === undefined ? [] : tablesNamed(schema, words)
      const [parent] = parents
      const parentColumn = parent && referencedKey(parent, column)
      // A name that exists in two schemas is ambiguous.
      if (parent === undefined || parents.length > 1 || parent === table || parentColumn === undefined) return []
      return [{ column, parent, parentColumn, isDeclared: false }]
    })
  return [...declared, ...byName]
}

/** The primary key that a column can refer to: `id`, or one with the column's own name. */
const referencedKey = ({ primaryKey, columns }: Table, pointer: Column): Column | undefined => {
  const [name, second] = primaryKey
  const words = name === undefined ? '' : nameWords(name).join(' ')
  const fits = second === undefined && (words === 'id' || words === nameWords(pointer.name).join(' '))
  return fits ? columns.find((column) => column.name === name) : undefined
}

/** Cached per schema, because every referencing column is looked up. */
const tablesByWords = new WeakMap<Schema, ReadonlyMap<string, readonly Table[]>>()

/** The tables whose names fit rows of this kind: `orders` for `order`. */
const tablesNamed = (schema: Schema, words: readonly string[]): readonly Table[] => {
  const cached = tablesByWords.get(schema) ?? Map.groupBy(schema.tables, ({ name }) => nameWords(name).join(' '))
  tablesByWords.set(schema, cached)
  return tableNamesFor(words).flatMap((name) => cached.get(name) ?? [])
}
