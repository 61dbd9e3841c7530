import type { Table } from '../../guard/schema.ts'
import type { AttackLanguage } from './attack-language.ts'
import { kindOf } from './cell-kind.ts'
import type { DatabaseShape, ShapedTable } from './database-shape.ts'
import { callerValue, TENANTS } from './planted-callers.ts'

/**
 * The values of the placeholders of a template, written in the query language:
 * - `t`, `id`, `c`, `s`, `tenant`: a filtered table, its key, some column, a text column and its tenant column; `t2`,
 *   `id2`, `c2`, `tenant2`: another table; `raw`, `raw2`: their bare names, `qt` quoted, `upper` in upper case
 * - `via`, `fk`, `viaid`, `vias`, `viaparent`, `viaref`: a table filtered through its parent (mode `via`)
 * - `child`, `childfk`, `parent`, `parentkey`: a foreign key from one table to another
 * - `orshared`, `orsharedtenant`: a table with shared rows (mode `sharedOrOwn`)
 * - `denied`, `dc`, `draw`, `dcraw`, `qdenied`, `dupper`: a denied table and a column of it
 * - `h`, `hidden`, `hraw`: a table and a column of it that is hidden
 * - `own`, `foreign`: the caller's tenant and another, as constants
 */
type PlaceholderValues = Readonly<Record<string, string>>

/** A missing table, attacked if the database has no table of a kind: such an attack must be refused, too. */
const ABSENT: ShapedTable = {
  table: {
    name: 'tabletalk_vault',
    columns: [{ name: 'secret', type: 'text', nullable: true }],
    primaryKey: [],
    foreignKeys: [],
  },
  policy: { mode: 'deny' },
  tenantColumn: undefined,
  scopeColumn: undefined,
  hidden: ['password_hash'],
  labels: new Map(),
  foreignKeys: new Map(),
}

/** The placeholder values of the nth template; tables rotate so that each is attacked. */
export const placeholderValues = (shape: DatabaseShape, language: AttackLanguage, turn: number): PlaceholderValues => {
  const nth = (tables: readonly ShapedTable[], by = turn): ShapedTable | undefined => tables[by % tables.length]
  const open = shape.tables.filter(({ policy: { mode } }) => mode !== 'deny')
  const filtered = open.filter(({ policy: { mode } }) => mode !== 'shared' && mode !== 'via')
  const one = nth(filtered) ?? nth(open) ?? ABSENT
  const two = nth(filtered, turn + 1) ?? one
  const via = nth(open.filter(({ policy: { mode } }) => mode === 'via')) ?? one
  const orShared = nth(open.filter(({ policy: { mode } }) => mode === 'sharedOrOwn')) ?? one
  const denied = nth(shape.tables.filter(({ policy: { mode } }) => mode === 'deny')) ?? ABSENT
  const hiding = nth(open.filter(({ hidden }) => hidden.length > 0)) ?? { ...one, hidden: ABSENT.hidden }
  const linked = open.flatMap((child) =>
    [...child.foreignKeys].map(([column, link]) => ({
      child,
      column,
      parent: shape.find(link.table),
      to: link.column,
    })),
  )
  const link = linked[turn % Math.max(1, linked.length)]
  const [fk, byFk] = [...via.foreignKeys].find(([, { byPolicy }]) => byPolicy) ?? []

  const { identifier, table: tableText, quoted: quote, text } = language
  const hidden = hiding.hidden[turn % hiding.hidden.length] ?? 'password_hash'
  const deniedColumn = denied.table.columns[turn % Math.max(1, denied.table.columns.length)]?.name ?? 'secret'
  const tenantKind = kindOf(one.table.columns.find(({ name }) => name === one.tenantColumn)?.type ?? 'integer')
  const constant = (owner: number): string => {
    const value = callerValue(owner, tenantKind)
    return typeof value === 'string' ? text(value) : String(value)
  }
  return {
    t: tableText(one.table),
    raw: identifier(one.table.name),
    qt: quote(one.table.name),
    upper: identifier(one.table.name.toUpperCase()),
    id: identifier(keyOf(one.table)),
    c: identifier(columnOf(one, turn)),
    s: identifier(textOf(one)),
    tenant: identifier(one.tenantColumn ?? keyOf(one.table)),
    t2: tableText(two.table),
    raw2: identifier(two.table.name),
    id2: identifier(keyOf(two.table)),
    c2: identifier(columnOf(two, turn)),
    tenant2: identifier(two.tenantColumn ?? keyOf(two.table)),
    via: tableText(via.table),
    viaid: identifier(keyOf(via.table)),
    vias: identifier(textOf(via)),
    fk: identifier(fk ?? keyOf(via.table)),
    viaparent: tableText((byFk && shape.find(byFk.table)?.table) ?? via.table),
    viaref: identifier(byFk?.column ?? keyOf(via.table)),
    child: tableText((link?.child ?? one).table),
    childfk: identifier(link?.column ?? keyOf(one.table)),
    parent: tableText((link?.parent ?? two).table),
    parentkey: identifier(link?.to ?? keyOf(two.table)),
    orshared: tableText(orShared.table),
    orsharedtenant: identifier(orShared.tenantColumn ?? keyOf(orShared.table)),
    denied: tableText(denied.table),
    draw: identifier(denied.table.name),
    qdenied: quote(denied.table.name),
    dupper: identifier(denied.table.name.toUpperCase()),
    dc: identifier(deniedColumn),
    dcraw: deniedColumn,
    h: tableText(hiding.table),
    hidden: identifier(hidden),
    hraw: hidden,
    own: constant(TENANTS.own),
    foreign: constant(TENANTS.foreign),
  }
}

/** Fills the placeholders of a template. Other braces stay: `{d '2024-01-01'}`. */
export const fillPlaceholders = (template: string, slots: PlaceholderValues): string =>
  template.replace(/\{([a-z0-9]{1,20})\}/g, (whole, slot: string) => slots[slot] ?? whole)

const keyOf = ({ primaryKey, columns }: Table): string => primaryKey.at(-1) ?? columns[0]?.name ?? 'id'

/** A visible column. */
const columnOf = ({ table, hidden }: ShapedTable, turn: number): string => {
  const seen = table.columns.filter(({ name }) => !hidden.includes(name))
  return seen[turn % Math.max(1, seen.length)]?.name ?? 'id'
}

const textOf = (shaped: ShapedTable): string =>
  shaped.table.columns.find(
    ({ name, type }) => kindOf(type) === 'text' && !shaped.hidden.includes(name) && !shaped.labels.has(name),
  )?.name ?? columnOf(shaped, 0)
