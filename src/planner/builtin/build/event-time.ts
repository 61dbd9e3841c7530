import type { ColumnRef } from '../query/index.ts'
import type { Catalog, TableInfo } from '../schema/index.ts'
import { leadsTo } from './reading.ts'

/** The column that dates the rows of a table: its own, or that of the row they belong to. */
export const eventTime = ({ tables, graph }: Catalog, table: string): ColumnRef | null => {
  const info = tables.get(table)
  if (info === undefined) return null
  if (info.time !== null) return { table, column: info.time }
  const keys = (name: string): number => graph.stepsFrom(name).filter(({ up }) => up).length
  const [parent] = graph
    .stepsFrom(table)
    .flatMap(({ up, to }) => (up && !graph.isHub(to) ? (tables.get(to) ?? []) : []))
    .filter(({ time }) => time !== null)
    // "Order items" belong to orders rather than to products, and to what happens rather than to what is there.
    .toSorted((a, b) => belongs(info, b) - belongs(info, a) || keys(b.name) - keys(a.name))
  return parent?.time == null ? null : { table: parent.name, column: parent.time }
}

const belongs = ({ within, path }: TableInfo, { name, words }: TableInfo): number =>
  within?.table === name || path.name.startsWith((words[0] ?? '').replace(/s$/, '')) ? 1 : 0

/** Of tables that are spoken of, the one whose rows happen: it points to the others by its keys. */
export const eventTable = (catalog: Catalog, tables: readonly string[]): string | null => {
  const dated = tables.filter((table) => eventTime(catalog, table) !== null)
  const lowest = dated.filter((table) => !dated.some((other) => other !== table && leadsTo({ catalog }, other, table)))
  const [first] = dated
  return first === undefined ? null : lowest.includes(first) ? first : (lowest[0] ?? first)
}
