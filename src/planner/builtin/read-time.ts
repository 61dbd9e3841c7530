import type { TableInfo } from './catalog.ts'
import type { ColumnRef } from './query/index.ts'
import type { Reader } from './reader.ts'

/** The column that dates the rows of a table: its own, or that of the row they belong to. */
export const eventTime = (reader: Reader, table: string): ColumnRef | null => {
  const own = reader.catalog.tables.get(table)?.time ?? null
  if (own !== null) return { table, column: own }
  const parents = reader.catalog.graph
    .stepsFrom(table)
    .filter((step) => step.up && !reader.catalog.graph.isHub(step.to))
    .flatMap((step) => {
      const parent = reader.catalog.tables.get(step.to)
      return parent?.time == null ? [] : [{ parent, time: parent.time }]
    })
    // "order items" belong to orders rather than to products, and to what happens rather than to what is there.
    .sort(
      (a, b) =>
        belongs(reader, table, b.parent) - belongs(reader, table, a.parent) ||
        keysOf(reader, b.parent.name) - keysOf(reader, a.parent.name),
    )
  const [first] = parents
  return first === undefined ? null : { table: first.parent.name, column: first.time }
}

/** What happens points to those who took part in it. */
const keysOf = (reader: Reader, table: string): number =>
  reader.catalog.graph.stepsFrom(table).filter((step) => step.up).length

const belongs = ({ catalog }: Reader, table: string, { name, words }: TableInfo): number => {
  if (catalog.tables.get(table)?.within?.table === name) return 1
  return table.slice(table.lastIndexOf('.') + 1).startsWith((words[0] ?? '').replace(/s$/, '')) ? 1 : 0
}

/** Among the tables said, the one whose rows happen: it points to the others by its keys. */
const eventTable = (reader: Reader, tables: readonly string[]): string | null => {
  const dated = tables.filter((table) => eventTime(reader, table) !== null)
  const [first] = dated
  if (first === undefined) return null
  const isAbove = (table: string, other: string): boolean => {
    const path = reader.catalog.graph.path(table, other)
    return path !== undefined && path.steps.length > 0 && path.steps.every((step) => step.up)
  }
  const lowest = dated.filter((table) => !dated.some((other) => other !== table && isAbove(other, table)))
  return lowest.includes(first) ? first : (lowest[0] ?? first)
}

/** The date column said right beside the words at `index`, if any. */
export const dateBeside = (reader: Reader, index: number): { column: ColumnRef; at: number } | null => {
  const isDate = (at: number): boolean => {
    const link = reader.items[at]?.link
    return link?.kind === 'column' && reader.isDate(link.column)
  }
  const skip = (at: number): boolean => reader.isFiller(at)
  const before = reader.previous(index - 1, isDate, skip)
  const after = reader.next(index + 1, isDate, skip)
  const at = before >= 0 ? before : after
  const link = reader.items[at]?.link
  return link?.kind === 'column' ? { column: link.column, at } : null
}

/** The column that time words at `index` are about. */
export const timeColumn = (reader: Reader, index: number, main: string | null): ColumnRef | null => {
  const beside = dateBeside(reader, index)
  if (beside !== null) {
    reader.use(beside.at)
    return beside.column
  }
  const said = reader.items.flatMap((item, at) => {
    const link = item.link
    if (item.kind !== 'link' || link === null) return []
    if (link.kind === 'table' || link.kind === 'measure') return [link.table]
    if (link.kind === 'column' && reader.isDate(link.column) && reader.used[at] !== true) return [link.table]
    return []
  })
  const tables = [...new Set([...(main === null ? [] : [main]), ...said])]
  const table = eventTable(reader, tables)
  return table === null ? null : eventTime(reader, table)
}
