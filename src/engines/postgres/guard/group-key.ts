import { integerConstant, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import type { Relation } from './scope.ts'

/**
 * Adds functionally dependent columns to GROUP BY. PostgreSQL allows them if a table's primary key is grouped by, but a
 * sub-select has no key. The groups do not change.
 *
 * @param relations of this query's FROM, with the columns that it uses outside of aggregates
 */
export const addDependentColumns = (select: RawNode, relations: readonly Relation[]): void => {
  const groups = select.groupClause
  if (!Array.isArray(groups)) return
  const items = listAt(select, 'groupClause')
  if (items.some((item) => 'GroupingSet' in item)) return
  const grouped = items.map((item) => referenceOf(item, select, relations))
  for (const relation of relations) {
    const { alias, table } = relation
    const { primaryKey = [] } = table?.access.table ?? {}
    if (table === undefined || alias === undefined || primaryKey.length === 0) continue
    const of = new Set(grouped.flatMap((one) => (one?.relation === relation ? [one.column] : [])))
    const nameOf = (column: string) => relation.columns[table.access.columns.indexOf(column)] ?? ''
    if (!primaryKey.every((column) => of.has(nameOf(column)))) continue
    for (const column of table.used) if (!of.has(column)) groups.push(columnRef(alias, column))
  }
}

const columnRef = (...names: readonly string[]): RawNode => ({
  ColumnRef: { fields: names.map((sval) => ({ String: { sval } })) },
})

/** The column of a GROUP BY item: by name, or by the position or name of a result column. */
const referenceOf = (
  item: RawNode,
  select: RawNode,
  relations: readonly Relation[],
): { readonly relation: Relation; readonly column: string } | undefined => {
  const found = columnOf(item, relations)
  if (found !== undefined) return found
  const targets = listAt(select, 'targetList').map((target) => nodeAt(target, 'ResTarget') ?? {})
  const position = integerConstant(item)
  const names = stringsAt(nodeAt(item, 'ColumnRef') ?? {}, 'fields') ?? []
  const target =
    position === undefined ? targets.find((one) => textAt(one, 'name') === names[0]) : targets[position - 1]
  const value = target && nodeAt(target, 'val')
  return value && columnOf(value, relations)
}

const columnOf = (item: RawNode, relations: readonly Relation[]) => {
  const names = stringsAt(nodeAt(item, 'ColumnRef') ?? {}, 'fields') ?? []
  const [first = '', second] = names
  if (names.length === 0 || names.length > 2) return undefined
  const relation =
    second === undefined ? relations.find(({ has }) => has.has(first)) : relations.find(({ alias }) => alias === first)
  const column = second ?? first
  return relation?.has.has(column) ? { relation, column } : undefined
}
