import type { VisibleSchema, VisibleTable } from '../domain/ask/knowledge.ts'
import type { GuardRules } from '../domain/guard/guard-rules.ts'
import type { NameFolding } from '../domain/guard/name-folding.ts'
import { tableName } from '../domain/guard/schema.ts'
import { type TableAccess, tableAccess } from '../domain/guard/table-access.ts'

/** What the policy leaves of every table; tables that a caller may not see are missing. */
export const visibleTables = (rules: GuardRules, folding: NameFolding): readonly TableAccess[] =>
  rules.schema.tables.flatMap((table) => tableAccess(table, rules, folding) ?? [])

/** The tables and columns that a caller may see; keys that lead elsewhere are left out, and so are row counts. */
export const visibleSchema = (engine: string, visible: readonly TableAccess[]): VisibleSchema => {
  const columnsOf = new Map(visible.map(({ table, columns }) => [tableName(table), new Set(columns)]))
  const has = (table: string, columns: readonly string[]): boolean => {
    const known = columnsOf.get(table)
    return known !== undefined && columns.every((column) => known.has(column))
  }
  const tables = visible.map(({ table: { rowCount: _, ...table } }): VisibleTable => {
    const name = tableName(table)
    return {
      ...table,
      columns: table.columns.filter((column) => has(name, [column.name])),
      primaryKey: has(name, table.primaryKey) ? table.primaryKey : [],
      foreignKeys: table.foreignKeys.filter((key) => has(name, key.columns) && has(key.refTable, key.refColumns)),
    }
  })
  return { engine, tables }
}
