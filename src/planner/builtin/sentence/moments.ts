import type { ColumnRef, Condition } from '../query/index.ts'
import type { Catalog, ColumnInfo, TableInfo } from '../schema/index.ts'
import { once } from './names.ts'
import { span } from './spans.ts'
import { either, framed, mapped, oneOf, pair, type Syntax } from './syntax.ts'

const PARTICIPLE = /(?:ed|id|nt|ld|en|wn|un|ost|ade)$/

/** `paid_on` implies that something is paid; `due_date` only gives a time. */
export const participle = ({ kind, words }: ColumnInfo): string | null => {
  const [first = '', last, more] = words
  const isMoment = kind === 'date' && more === undefined && ['on', 'at', 'date', 'time'].includes(last ?? '')
  return isMoment && PARTICIPLE.test(first) ? first : null
}

const STEM = 4

/** The participle of a date column: `registered` for customers; empty for orders that were ordered. Null if the column's name is needed. */
const leadOf = ({ time, words, columns }: TableInfo, column: ColumnInfo): string | null => {
  const done = participle(column)
  const isOwn = time === column.name
  if (done === null)
    return isOwn && [...columns.values()].filter(({ kind }) => kind === 'date').length === 1 ? '' : null
  return isOwn && done.slice(0, STEM) === (words.at(-1) ?? '').slice(0, STEM) ? '' : `${done} `
}

/** The date columns that can be expressed by a participle; rows without dates use those of a parent row. */
const leadsOf = ({ tables, graph }: Catalog, table: string): readonly (readonly [lead: string, ColumnRef])[] => {
  const own = (name: string): readonly (readonly [string, ColumnRef])[] => {
    const info = tables.get(name)
    return [...(info?.columns.values() ?? [])].flatMap((column) => {
      const lead = info === undefined || column.kind !== 'date' ? null : leadOf(info, column)
      return lead === null ? [] : [[lead, { table: name, column: column.name }] as const]
    })
  }
  if (tables.get(table)?.time != null) return own(table)
  const owners = graph.stepsFrom(table).filter(({ up }) => up)
  return owners.flatMap(({ to }) =>
    own(to).filter(([lead, { column }]) => lead === '' && tables.get(to)?.time === column),
  )
}

/** `registered in 2025`, `not from 1 to 31 October 2026`: conditions on the event time, if the table has a word for it. */
export const momentsOf = once((catalog: Catalog, table): Syntax<Condition> => {
  const leads = oneOf(leadsOf(catalog, table))
  return either(
    ...[false, true].map((negated) =>
      mapped(framed(negated ? 'not ' : '', pair(leads, '', span)))(
        ([column, { from, to }]): Condition => ({ type: 'range', column, from, to, negated }),
        (one) => (one.type === 'range' && one.negated === negated ? [one.column, one] : null),
      ),
    ),
  )
})

/** `registered `, the participle of a table's event time; empty if the noun implies it. */
export const eventParticiple = (table: TableInfo, time: string): string => {
  const column = table.columns.get(time)
  return column === undefined ? '' : (leadOf(table, column) ?? '')
}
