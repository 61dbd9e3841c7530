import type { LoadValue, NewTable } from '../../engines/loader.ts'
import { type Table, tableName } from '../../guard/schema.ts'
import { canary, keyValue, type RowOwner } from './canaries.ts'
import { copiedType, kindOf } from './cell-kind.ts'
import type { DatabaseShape, ShapedTable } from './database-shape.ts'
import { callerValue, SCOPES, TENANTS } from './planted-callers.ts'

/** Number of rows per group and table. */
const ROWS = 4
const STEPS_MAX = 12

/**
 * The tables of a copy with planted rows of these groups and without data of the customer. Foreign keys reference rows of the
 * same group; the last row of each table references another tenant, as inconsistent data may.
 *
 * @param secrets whether denied tables have rows and hidden columns have values
 */
export const plantedTables = (
  shape: DatabaseShape,
  groups: readonly RowOwner[],
  secrets: boolean,
): readonly NewTable[] =>
  shape.tables.map((shaped) => {
    const { table, policy } = shaped
    const planted = policy.mode === 'deny' && !secrets ? [] : rowsOf(shape, shaped, groups, secrets)
    return {
      ...(table.schema === undefined ? {} : { schema: table.schema }),
      name: table.name,
      columns: table.columns.map(({ name, type, arrays }) => ({
        name,
        type: shaped.labels.has(name) ? { declared: type } : copiedType(type),
        nullable: !table.primaryKey.includes(name),
        ...(arrays === undefined ? {} : { arrays }),
      })),
      primaryKey: table.primaryKey,
      foreignKeys: [],
      indexes: [],
      rows: withoutRepeatedKeys(table, planted),
    }
  })

const rowsOf = (
  shape: DatabaseShape,
  shaped: ShapedTable,
  groups: readonly RowOwner[],
  secrets: boolean,
): readonly (readonly LoadValue[])[] =>
  groupsOf(shape, shaped)
    .filter((group) => groups.includes(group))
    .flatMap((group) =>
      Array.from({ length: ROWS }, (_, index) =>
        shaped.table.columns.map(({ name }, place) => {
          const isHidden = shaped.hidden.includes(name)
          if (isHidden && !secrets) return null
          const cell = keyCell(shape, shaped, name, group, index, STEPS_MAX)
          if (cell !== undefined) return cell
          // Repeated values enter the statistics of a server, which may evaluate conditions on them before reading rows.
          const serial = place * ROWS + Math.min(index, ROWS - 2)
          const mark = isHidden || shaped.policy.mode === 'deny' ? 'secret' : group
          const labels = shaped.labels.get(name)
          // Enumerations cannot store canaries: leaks are found by comparing results.
          if (labels !== undefined) return (mark === 'own' || mark === 'everyone' ? labels[0] : labels.at(-1)) ?? null
          return canary(mark, columnKind(shaped.table, name), serial)
        }),
      ),
    )

/** The groups that have rows in a table. */
const groupsOf = (shape: DatabaseShape, shaped: ShapedTable): readonly RowOwner[] => {
  const { policy, tenantColumn, table } = shaped
  if (policy.mode === 'shared') return ['everyone']
  if (shape.policy.tenant === undefined) return ['own']
  const owned: readonly RowOwner[] = shape.isScoped(shaped) ? ['own', 'neighbour', 'foreign'] : ['own', 'foreign']
  const takesNull = tenantColumn !== undefined && !table.primaryKey.includes(tenantColumn)
  return policy.mode === 'sharedOrOwn' && takesNull ? [...owned, 'everyone'] : owned
}

/** The value of an owner column, a key or a foreign key; undefined for other columns. */
const keyCell = (
  shape: DatabaseShape,
  shaped: ShapedTable,
  column: string,
  group: RowOwner,
  index: number,
  steps: number,
): LoadValue | undefined => {
  const { table, tenantColumn, scopeColumn, foreignKeys: links, policy } = shaped
  const kind = columnKind(table, column)
  if (policy.mode !== 'shared' && column === tenantColumn) {
    if (group === 'everyone') return null
    return callerValue(TENANTS[group], kind)
  }
  if (column === scopeColumn && policy.mode !== 'shared')
    return group === 'everyone' ? null : callerValue(SCOPES[group], kind)
  const link = links.get(column)
  const parent = link && shape.find(link.table)
  if (link !== undefined && parent !== undefined && steps > 0)
    return (
      keyCell(shape, parent, link.column, ...linkedRow(shape, shaped, parent, column, group, index), steps - 1) ??
      keyValue(group, kind, index)
    )
  return table.primaryKey.includes(column) || isReferred(shape, table, column)
    ? keyValue(group, kind, index)
    : undefined
}

/** The row of the parent that a row references. */
const linkedRow = (
  shape: DatabaseShape,
  { table, policy, foreignKeys: links }: ShapedTable,
  parent: ShapedTable,
  column: string,
  group: RowOwner,
  index: number,
): readonly [RowOwner, number] => {
  const parentGroups = groupsOf(shape, parent)
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column
  const isCrossTenant = index === ROWS - 1 && links.get(column)?.byPolicy !== true && !isKey && policy.mode !== 'deny'
  if (isCrossTenant && group === 'own' && parentGroups.includes('foreign')) return ['foreign', 0]
  return [parentGroups.includes(group) ? group : (parentGroups[0] ?? 'own'), index]
}

const isReferred = (shape: DatabaseShape, table: Table, column: string): boolean =>
  shape.tables.some(({ foreignKeys: links }) =>
    [...links.values()].some((link) => link.table === tableName(table) && link.column === column),
  )

const columnKind = (table: Table, column: string) =>
  kindOf(table.columns.find(({ name }) => name === column)?.type ?? '')

/** Keeps one row per primary key: in the root table, a tenant is a single row. */
const withoutRepeatedKeys = (
  table: Table,
  rows: readonly (readonly LoadValue[])[],
): readonly (readonly LoadValue[])[] => {
  if (table.primaryKey.length === 0) return rows
  const keyIndexes = table.primaryKey.map((name) => table.columns.findIndex((column) => column.name === name))
  const byKey = new Map(rows.toReversed().map((row) => [keyIndexes.map((place) => String(row[place])).join('\0'), row]))
  return [...byKey.values()].reverse()
}
