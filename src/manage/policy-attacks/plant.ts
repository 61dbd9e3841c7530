import type { LoadValue, NewTable } from '../../engines/loader.ts'
import { type Table, tableName } from '../../guard/schema.ts'
import { canary, type Group, keyValue } from './canaries.ts'
import { copiedType, kindOf } from './cell-kind.ts'
import type { DatabaseShape, ShapedTable } from './database-shape.ts'
import { callerValue, SCOPES, TENANTS } from './planted-callers.ts'

/** Rows of each group in a table. */
const ROWS = 4
const STEPS_MAX = 12

/**
 * The tables of a copy, empty of the customer's data and planted with rows of these groups. Links lead to rows of the
 * same group, but for the last row of each table, which leads to another tenant, as broken data do.
 *
 * @param secrets whether denied tables have rows, and hidden columns values
 */
export const plant = (shape: DatabaseShape, groups: readonly Group[], secrets: boolean): readonly NewTable[] =>
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
  groups: readonly Group[],
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
          // Statistics hold what occurs twice: a server tries conditions on them before any row is read.
          const serial = place * ROWS + Math.min(index, ROWS - 2)
          const mark = isHidden || shaped.policy.mode === 'deny' ? 'secret' : group
          const labels = shaped.labels.get(name)
          // There is no room for a canary: only a difference between results can reveal it.
          if (labels !== undefined) return (mark === 'own' || mark === 'everyone' ? labels[0] : labels.at(-1)) ?? null
          return canary(mark, columnKind(shaped.table, name), serial)
        }),
      ),
    )

/** Whose rows there are in a table. */
const groupsOf = (shape: DatabaseShape, shaped: ShapedTable): readonly Group[] => {
  const { policy, tenantColumn, table } = shaped
  if (policy.mode === 'shared') return ['everyone']
  if (shape.policy.tenant === undefined) return ['own']
  const owned: readonly Group[] = shape.isScoped(shaped) ? ['own', 'neighbour', 'foreign'] : ['own', 'foreign']
  const takesNull = tenantColumn !== undefined && !table.primaryKey.includes(tenantColumn)
  return policy.mode === 'sharedOrOwn' && takesNull ? [...owned, 'everyone'] : owned
}

/** The value of a column that others look at: a tenant, a scope, a key, a link; undefined for any other column. */
const keyCell = (
  shape: DatabaseShape,
  shaped: ShapedTable,
  column: string,
  group: Group,
  index: number,
  steps: number,
): LoadValue | undefined => {
  const { table, tenantColumn, scopeColumn, links, policy } = shaped
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

/** Which row of the parent a row leads to. */
const linkedRow = (
  shape: DatabaseShape,
  { table, policy, links }: ShapedTable,
  parent: ShapedTable,
  column: string,
  group: Group,
  index: number,
): readonly [Group, number] => {
  const there = groupsOf(shape, parent)
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column
  const crosses = index === ROWS - 1 && links.get(column)?.byPolicy !== true && !isKey && policy.mode !== 'deny'
  if (crosses && group === 'own' && there.includes('foreign')) return ['foreign', 0]
  return [there.includes(group) ? group : (there[0] ?? 'own'), index]
}

const isReferred = (shape: DatabaseShape, table: Table, column: string): boolean =>
  shape.tables.some(({ links }) =>
    [...links.values()].some((link) => link.table === tableName(table) && link.column === column),
  )

const columnKind = (table: Table, column: string) =>
  kindOf(table.columns.find(({ name }) => name === column)?.type ?? '')

/** A tenant is one row of its root, however many are planted elsewhere. */
const withoutRepeatedKeys = (
  table: Table,
  rows: readonly (readonly LoadValue[])[],
): readonly (readonly LoadValue[])[] => {
  if (table.primaryKey.length === 0) return rows
  const places = table.primaryKey.map((name) => table.columns.findIndex((column) => column.name === name))
  const byKey = new Map(rows.toReversed().map((row) => [places.map((place) => String(row[place])).join('\0'), row]))
  return [...byKey.values()].reverse()
}
