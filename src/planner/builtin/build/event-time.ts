import type { ColumnRef } from '../query/index.ts'
import type { Catalog, TableInfo } from '../schema/index.ts'
import { isManyToOne } from './reading.ts'

/** The date column of a table's rows: its own, or that of a row they belong to. */
export const eventTime = ({ tables, graph }: Catalog, table: string): ColumnRef | null => {
  const info = tables.get(table)
  if (info === undefined) return null
  if (info.time !== null) return { table, column: info.time }
  const keys = (name: string): number => graph.stepsFrom(name).filter(({ up }) => up).length
  const [parent] = graph
    .stepsFrom(table)
    .flatMap(({ up, to }) => (up && !graph.isHub(to) ? (tables.get(to) ?? []) : []))
    .filter(({ time }) => time !== null)
    // "Order items" belong to orders rather than to products: events before master data.
    .toSorted((a, b) => belongs(info, b) - belongs(info, a) || keys(b.name) - keys(a.name))
  return parent?.time == null ? null : { table: parent.name, column: parent.time }
}

const belongs = ({ within, path }: TableInfo, { name, words }: TableInfo): number =>
  within?.table === name || path.name.startsWith((words[0] ?? '').replace(/s$/, '')) ? 1 : 0

/** Among mentioned tables, the one with events: it references the others. */
export const eventTable = (catalog: Catalog, tables: readonly string[]): string | null => {
  const dated = tables.filter((table) => eventTime(catalog, table) !== null)
  const lowest = dated.filter(
    (table) => !dated.some((other) => other !== table && isManyToOne({ catalog }, other, table)),
  )
  const [first] = dated
  return first === undefined ? null : lowest.includes(first) ? first : (lowest[0] ?? first)
}
