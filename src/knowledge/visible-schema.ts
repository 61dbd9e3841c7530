import type { VisibleColumn, VisibleSchema, VisibleTable } from '../ask/rules/knowledge.ts'
import { enumLabels } from '../guard/enum-labels.ts'
import type { GuardRules } from '../guard/guard-rules.ts'
import type { NameFolding } from '../guard/name-folding.ts'
import { type Column, type OwnType, type Table, tableName } from '../guard/schema.ts'
import { type RowRule, type TableAccess, tableAccess } from '../guard/table-access.ts'
import { mapSliced, type Sliced } from '../platform/values/sliced.ts'

/** The visible part of every table under the policy; hidden tables are missing. */
export function* visibleTables(rules: GuardRules, folding: NameFolding): Sliced<readonly TableAccess[]> {
  const all = yield* mapSliced(rules.schema.tables, (table) => tableAccess(table, rules, folding))
  return all.filter((access) => access !== undefined)
}

/**
 * The tables and columns visible to a caller, without row counts and without foreign keys to hidden tables.
 *
 * @param types types of the database: labels of an enumeration are added to its columns
 */
export function* visibleSchema(
  engine: string,
  visible: readonly TableAccess[],
  types?: readonly OwnType[],
): Sliced<VisibleSchema> {
  const labelsOf = enumLabels(types)
  const shown = (column: Column): VisibleColumn => {
    const labels = labelsOf(column.type)
    return labels === undefined ? column : { ...column, ...labels }
  }
  const named = ({ table, columns }: TableAccess) => [tableName(table), new Set(columns)] as const
  const columnsOf = new Map(yield* mapSliced(visible, named))
  const has = (table: string, columns: readonly string[]): boolean => {
    const known = columnsOf.get(table)
    return known !== undefined && columns.every((column) => known.has(column))
  }
  const tables = yield* mapSliced(
    visible,
    ({ rules, table: { rowCount: _, declared: __, ...table } }): VisibleTable => {
      const name = tableName(table)
      return {
        ...table,
        columns: table.columns.filter((column) => columnsOf.get(name)?.has(column.name)).map(shown),
        ...(rules.some((rule) => isOneRow(rule, table)) ? { single: true as const } : {}),
        primaryKey: has(name, table.primaryKey) ? table.primaryKey : [],
        foreignKeys: table.foreignKeys.filter((key) => has(name, key.columns) && has(key.refTable, key.refColumns)),
      }
    },
  )
  return { engine, tables }
}

/** Whether a rule leaves one row: if the primary key is the tenant column, as in the table of tenants. */
const isOneRow = (rule: RowRule, { primaryKey }: Pick<Table, 'primaryKey'>): boolean =>
  rule.kind === 'own' && !rule.orShared && primaryKey.length === 1 && primaryKey[0] === rule.column
