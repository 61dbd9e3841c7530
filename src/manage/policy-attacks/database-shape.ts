import { findTable } from '../../guard/find-table.ts'
import { hiddenColumns } from '../../guard/hidden-columns.ts'
import type { NameFolding } from '../../guard/name-folding.ts'
import type { Policy, TablePolicy } from '../../guard/policy.ts'
import { tablePolicy } from '../../guard/policy-entries.ts'
import { type Schema, type Table, tableName } from '../../guard/schema.ts'
import { type CellKind, kindOf } from './cell-kind.ts'

/** A table of the attacked database with its policy. */
export interface ShapedTable {
  readonly table: Table
  readonly policy: TablePolicy
  readonly tenantColumn: string | undefined
  readonly scopeColumn: string | undefined
  readonly hidden: readonly string[]
  /** Values of enumeration columns that are neither keys nor owner columns, by column name. */
  readonly labels: ReadonlyMap<string, readonly string[]>
  /** Foreign keys, by column name. */
  readonly foreignKeys: ReadonlyMap<string, Link>
}

interface Link {
  readonly table: string
  readonly column: string
  /** Whether the policy filters the table through this link. */
  readonly byPolicy: boolean
}

/** Maximum number of tables in a copy, which limits the duration of a run. */
const TABLES_MAX = 60

/** The attacked database; of very many tables a selection, those that the policy opens first. */
export class DatabaseShape {
  readonly policy: Policy
  readonly tables: readonly ShapedTable[]
  readonly #byName: ReadonlyMap<string, ShapedTable>

  constructor(schema: Schema, policy: Policy, folding: NameFolding) {
    this.policy = policy
    const shaped = schema.tables.map((table) => shape(table, schema, policy, folding))
    const named = shaped.filter(({ policy: { mode } }) => mode !== 'deny')
    const denied = shaped.filter(({ policy: { mode } }) => mode === 'deny')
    this.tables = [...named.slice(0, TABLES_MAX), ...denied.slice(0, Math.max(3, TABLES_MAX - named.length))]
    this.#byName = new Map(this.tables.map((one) => [tableName(one.table), one]))
  }

  /** @param name as returned by `tableName` */
  find(name: string): ShapedTable | undefined {
    return this.#byName.get(name)
  }

  /** The most frequent kind of the owner columns. */
  ownerKind(which: 'tenantColumn' | 'scopeColumn'): CellKind {
    const kinds = this.tables.flatMap(({ table, policy: { mode }, [which]: name }) =>
      mode === 'deny' ? [] : table.columns.filter((column) => column.name === name).map(({ type }) => kindOf(type)),
    )
    const [most] = [...Map.groupBy(kinds, (kind) => kind)].toSorted(([, a], [, b]) => b.length - a.length)
    return most?.[0] ?? 'text'
  }

  /** Whether a caller with a scope sees only rows of that scope. */
  isScoped({ scopeColumn, policy, foreignKeys: links }: ShapedTable, steps = 3): boolean {
    if (this.policy.tenant === undefined || this.policy.scope === undefined) return false
    if (scopeColumn !== undefined) return true
    if (policy.mode !== 'via' || steps === 0) return false
    const [parent] = [...links.values()].filter(({ byPolicy }) => byPolicy).map((link) => this.find(link.table))
    return parent !== undefined && this.isScoped(parent, steps - 1)
  }
}

const shape = (table: Table, schema: Schema, policy: Policy, folding: NameFolding): ShapedTable => {
  const entry = tablePolicy(policy, tableName(table), folding)
  const column = (name: string | undefined, of = table): string | undefined =>
    name === undefined ? undefined : of.columns.find((one) => folding.column(one.name) === folding.column(name))?.name
  const links = new Map<string, Link>()
  for (const { columns, refTable, refColumns } of table.foreignKeys)
    columns.forEach((from, index) => {
      const parent = findTable(schema, refTable, folding)
      const to = parent && column(refColumns[index], parent)
      if (parent !== undefined && to !== undefined)
        links.set(from, { table: tableName(parent), column: to, byPolicy: false })
    })
  if (entry.mode === 'via') {
    const dot = entry.ref.lastIndexOf('.')
    const parent = findTable(schema, entry.ref.slice(0, dot), folding)
    const [from, to] = [column(entry.fk), parent && column(entry.ref.slice(dot + 1), parent)]
    if (parent !== undefined && from !== undefined && to !== undefined)
      links.set(from, { table: tableName(parent), column: to, byPolicy: true })
  }
  const hidden = hiddenColumns(table, entry.hide, folding)
  const tenantColumn = column(('column' in entry ? entry.column : undefined) ?? policy.tenant?.column)
  const scopeColumn = column(entry.scope_column ?? policy.scope?.column)
  const known = new Set([tenantColumn, scopeColumn, ...links.keys(), ...table.primaryKey])
  const labels = table.columns.flatMap(({ name, type }) => {
    const found = schema.types?.find(({ declared }) => declared === type)?.labels
    return found === undefined || known.has(name) || isReferredTo(table, name, schema, folding)
      ? []
      : [[name, found] as const]
  })
  return {
    table,
    policy: entry,
    foreignKeys: links,
    tenantColumn,
    scopeColumn,
    labels: new Map(labels),
    hidden: table.columns.map(({ name }) => name).filter((name) => hidden.has(folding.column(name))),
  }
}

/** Whether a foreign key references this column. */
const isReferredTo = (table: Table, column: string, schema: Schema, folding: NameFolding): boolean =>
  schema.tables.some(({ foreignKeys }) =>
    foreignKeys.some(
      ({ refTable, refColumns }) => findTable(schema, refTable, folding) === table && refColumns.includes(column),
    ),
  )
