import type { TablePolicy } from '../../../../src/guard/policy.ts'
import { fixturePolicy, TABLES } from '../fixture.ts'
import type { Cell, Cells, FixtureTable } from '../fixture-table.ts'
import { hiddenValues, type Room, type Side } from './hidden-values.ts'

/** The caller. */
export interface View {
  readonly tenant: number
  readonly scope?: string
}

/** Which hidden rows a database has in addition to the visible ones. */
export type Others = Side | 'nobody'

/** The number of hidden rows per table, and their first key. */
const SIZES: Readonly<Record<Side, { readonly rows: number; readonly firstId: number }>> = {
  one: { rows: 30, firstId: 2000 },
  other: { rows: 110, firstId: 1500 },
}

const POLICY = fixturePolicy('any')

/**
 * The fixture as a caller sees it, and hidden rows. Both sides have the same visible rows in the same order; they differ
 * in the number and position of rows of other tenants, other scopes and no tenant.
 */
export const twinTables = (view: View, others: Others, room: Room): readonly FixtureTable[] => {
  const hidden = new Map<string, readonly Cells[]>()
  return TABLES.map((table) => {
    const columns = table.columns.map(({ references: _, ...column }) => column)
    const visible = table.rows.filter((row) => table.keep?.(row, view.tenant, view.scope))
    const none = others === 'nobody' || POLICY.tables[table.name]?.mode === 'shared'
    const rows = none ? [] : hiddenRows(table, keysFor(table, visible, others), view, others, room, hidden)
    hidden.set(table.name, rows)
    return { ...table, columns, rows: others === 'one' ? [...rows, ...visible] : mixed(visible, rows) }
  })
}

const mixed = (visible: readonly Cells[], hidden: readonly Cells[]): readonly Cells[] => {
  const before = Math.ceil(hidden.length / (visible.length + 1))
  const parts = visible.flatMap((row, index) => [...hidden.slice(index * before, (index + 1) * before), row])
  return [...parts, ...hidden.slice(visible.length * before)]
}

/** Keys that no visible row has; foreign keys of visible rows refer to some of them, on one side or on both. */
const keysFor = ({ columns }: FixtureTable, visible: readonly Cells[], side: Side): readonly number[] => {
  const key = columns.find((column) => column.key)?.name ?? ''
  const taken = new Set(visible.map((row) => row[key]))
  const { rows, firstId } = SIZES[side]
  return Array.from({ length: rows + taken.size }, (_, index) => firstId + index)
    .filter((id) => !taken.has(id))
    .slice(0, rows)
}

const hiddenRows = (
  table: FixtureTable,
  keys: readonly number[],
  view: View,
  side: Side,
  room: Room,
  others: ReadonlyMap<string, readonly Cells[]>,
): readonly Cells[] => {
  const policy: TablePolicy = POLICY.tables[table.name] ?? { mode: 'deny' }
  return keys.map((id, index) => {
    const cells = table.columns.map((column, place): readonly [string, Cell] => {
      if (column.key) return [column.name, id]
      const pool = hiddenValues(column.type, side, room).filter((value) => !column.required || value !== null)
      return [column.name, pool[(index * 5 + place * 3 + (index >> 3)) % pool.length] ?? null]
    })
    return { ...Object.fromEntries(cells), ...ownership(policy, table, view, index, others) }
  })
}

/** The cells that assign a row to another owner. */
const ownership = (
  policy: TablePolicy,
  table: FixtureTable,
  { tenant, scope }: View,
  index: number,
  others: ReadonlyMap<string, readonly Cells[]>,
): Cells => {
  if (policy.mode === 'via') {
    const parents = others.get(policy.ref.slice(0, policy.ref.lastIndexOf('.'))) ?? []
    return { [policy.fk]: index % 9 === 8 ? null : (parents[index % parents.length]?.id ?? null) }
  }
  if (policy.mode === 'tenantRoot' || policy.mode === 'shared' || policy.mode === 'deny') return {}
  const column = policy.column ?? POLICY.tenant?.column ?? ''
  const scopeColumn = policy.scope_column ?? POLICY.scope?.column ?? ''
  const isScoped = scope !== undefined && table.columns.some(({ name }) => name === scopeColumn)
  if (isScoped && index % 2 === 0) return { [column]: tenant, [scopeColumn]: `${scope}-${index % 4}` }
  return { [column]: (tenant % 3) + 1 + (index % 2) * 7 }
}
