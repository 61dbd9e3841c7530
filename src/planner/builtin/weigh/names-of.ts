import { stemOf } from '../../../knowledge/words/index.ts'
import {
  type ColumnRef,
  type Condition,
  conditionTables,
  type QueryTree,
  tablesOf,
  withNested,
} from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { WAY_ENDS } from '../words/index.ts'

const columnsIn = (condition: Condition): readonly ColumnRef[] =>
  condition.type === 'any'
    ? condition.options.flatMap(columnsIn)
    : condition.type === 'related'
      ? []
      : [condition.column]

/** All tables that a query reads, including those on join paths. */
export const tablesRead = ({ graph }: Catalog, tree: QueryTree): readonly string[] => {
  const inner = withNested(tree.where).flatMap(conditionTables)
  const shown = tree.columns.map(({ table }) => table)
  const about = [...new Set([...tablesOf(tree), ...inner, ...shown])]
  return [
    ...new Set(
      about.flatMap((table) => [table, ...(graph.path(tree.anchor, table, tree.via)?.steps.map(({ to }) => to) ?? [])]),
    ),
  ]
}

/** Stems of the names of a query's tables and foreign keys: "enrolled" is covered by a table of enrolments. */
export const namesOf = (catalog: Catalog, tree: QueryTree): ReadonlySet<string> => {
  const columns: readonly ColumnRef[] = [
    ...tree.columns,
    ...tree.groups.flatMap((group) => (group.type === 'entity' ? [] : [group.column])),
    ...withNested(tree.where).flatMap(columnsIn),
  ]
  const words = [
    ...tablesRead(catalog, tree).flatMap((table) => catalog.tables.get(table)?.words ?? []),
    ...columns.flatMap(({ by }) =>
      by === undefined ? [] : (catalog.tables.get(tree.anchor)?.columns.get(by)?.words ?? []),
    ),
  ]
  // "New customers per month": the registration date of customers.
  const time = catalog.tables.get(tree.anchor)?.time
  const isNew = [...tree.where, ...tree.groups].some(
    (one) =>
      (one.type === 'range' || one.type === 'time') && one.column.table === tree.anchor && one.column.column === time,
  )
  const stems = [...words, ...(isNew ? ['new'] : [])].map(stemOf)
  // `dest_airport` also matches "lands" and "arrives".
  const ways = WAY_ENDS.filter(
    (end) => columns.some(({ by }) => by !== undefined) && end.some((stem) => stems.includes(stem)),
  )
  return new Set([...stems, ...ways.flat()])
}
