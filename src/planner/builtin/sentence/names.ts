import pluralize from 'pluralize'
import { withoutUnit } from '../../wording/index.ts'
import type { ColumnRef, Step } from '../query/index.ts'
import type { Catalog, ColumnInfo, TableInfo } from '../schema/index.ts'
import { either, mapped, oneOf, pair, type Syntax } from './syntax.ts'

/** A table, and the foreign key that leads to it, if named. */
export interface Owner {
  readonly table: string
  readonly by: string | null
}

/** Names of tables and columns in sentences about the rows of one table. */
export interface Names {
  /** `customers`, `flights by source airport`. */
  readonly rows: Syntax<Owner>
  /** `customer`, `source airport`. */
  readonly row: Syntax<Owner>
  /** `age`, `customer's age`, `duration in minutes`. */
  readonly column: Syntax<ColumnRef>
  /** Without units, beside amounts that have them: `duration`. */
  readonly bare: Syntax<ColumnRef>
  /** `ages`, `customer's ages`, `durations in minutes`. */
  readonly columns: Syntax<ColumnRef>
}

const CALLED_BY = /^(id|code|no|number|key|nr)$/

const keyWords = ({ tables }: Catalog, { from, to, fromColumn, toColumn, up }: Step): string => {
  const words = (up ? tables.get(from)?.columns.get(fromColumn) : tables.get(to)?.columns.get(toColumn))?.words ?? []
  return (words.length > 1 && CALLED_BY.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(' ')
}

interface Called {
  readonly one: string
  readonly many: string
  readonly owner: Owner
}

const inBothNumbers = (called: readonly Called[]): Pick<Names, 'row' | 'rows'> => ({
  row: oneOf(called.map(({ one, owner }) => [one, owner])),
  rows: oneOf(called.map(({ many, owner }) => [many, owner])),
})

const tableNames = (catalog: Catalog): Pick<Names, 'row' | 'rows'> =>
  inBothNumbers(
    [...catalog.tables.values()].map(({ name, singular, plural }) => ({
      one: singular,
      many: plural,
      owner: { table: name, by: null },
    })),
  )

/** `home team`, `source airport`; the table's name is added if the key lacks it: `winner player`. */
const keyedName = (key: string, one: string): string => (key.endsWith(one) ? key : `${key} ${one}`)

/** Referenced tables, named by the foreign key. */
const keyNames = (catalog: Catalog, anchor: string): Pick<Names, 'row' | 'rows'> =>
  inBothNumbers(
    catalog.graph.stepsFrom(anchor).map((step) => {
      const { singular = '', plural = '' } = catalog.tables.get(step.to) ?? {}
      const key = keyWords(catalog, step)
      return {
        one: step.up ? keyedName(key, singular) : `${singular} by ${key}`,
        many: `${plural} by ${key}`,
        owner: { table: step.to, by: step.up ? step.fromColumn : step.toColumn },
      }
    }),
  )

/** `official` for `is_official`, `ordered date` for `ordered_on`. */
const columnWords = ({ words, kind }: ColumnInfo): string => {
  const said = words.length > 1 && /^(?:is|has)$/.test(words[0] ?? '') ? words.slice(1) : words
  const isMoment = kind === 'date' && said.length > 1 && /^(?:on|at)$/.test(said.at(-1) ?? '')
  return (isMoment ? [...said.slice(0, -1), 'date'] : said).join(' ')
}

type ColumnNames = readonly (readonly [words: string, column: string])[]

/** Columns by name; ambiguous names are replaced by all words of the column. */
const columnNames = (columns: readonly ColumnInfo[], call: (words: string, unit: string) => string): ColumnNames => {
  const called = columns.map((column) => {
    const { words, unit } = withoutUnit(column.words, column.unit)
    return call(columnWords({ ...column, words }), words.length < column.words.length ? ` in ${unit}` : '')
  })
  return columns.map((column, at) => {
    const words = called[at] ?? ''
    return [called.indexOf(words) === called.lastIndexOf(words) ? words : call(columnWords(column), ''), column.name]
  })
}

/** Caches a value per catalog and table. */
export const once = <Value>(make: (catalog: Catalog, table: string) => Value) => {
  const known = new WeakMap<TableInfo, Value>()
  return (catalog: Catalog, name: string): Value => {
    const table = catalog.tables.get(name)
    const value = (table === undefined ? undefined : known.get(table)) ?? make(catalog, name)
    if (table !== undefined) known.set(table, value)
    return value
  }
}

type InTable = Readonly<Record<'column' | 'columns' | 'bare', Syntax<string>>>

const columnsIn = once(({ tables }, table): InTable => {
  const columns = [...(tables.get(table)?.columns.values() ?? [])]
  return {
    column: oneOf(columnNames(columns, (words, unit) => `${words}${unit}`)),
    columns: oneOf(columnNames(columns, (words, unit) => `${pluralize(words)}${unit}`)),
    bare: oneOf(columnNames(columns, (words) => words)),
  }
})

const allTables = new WeakMap<Catalog, Pick<Names, 'row' | 'rows'>>()

/** The names used in sentences about the rows of a table. */
export const namesFor = once((catalog, anchor): Names => {
  const tables = allTables.get(catalog) ?? tableNames(catalog)
  allTables.set(catalog, tables)
  const keys = keyNames(catalog, anchor)
  const row = either(tables.row, keys.row)
  const own = (form: keyof InTable): Syntax<ColumnRef> =>
    mapped(columnsIn(catalog, anchor)[form])(
      (column): ColumnRef => ({ table: anchor, column }),
      ({ table, column, by }) => (table === anchor && by === undefined ? column : null),
    )
  const foreign = (form: keyof InTable): Syntax<ColumnRef> =>
    mapped(pair(row, "'s ", ({ table }) => columnsIn(catalog, table)[form]))(
      ([{ table, by }, column]): ColumnRef => ({ table, column, ...(by === null ? {} : { by }) }),
      ({ table, column, by }) => [{ table, by: by ?? null }, column],
    )
  return {
    row,
    rows: either(tables.rows, keys.rows),
    column: either(own('column'), foreign('column')),
    columns: either(own('columns'), foreign('columns')),
    bare: either(own('bare'), foreign('bare')),
  }
})
