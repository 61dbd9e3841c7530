import type { Measure, QueryTree } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'

/** Whether another reading is a plausible alternative to the most likely one: only then it is run too. */
export const isRival = (catalog: Catalog, first: QueryTree, other: QueryTree): boolean =>
  !saysLess(first, other) &&
  !isOtherForm(first, other) &&
  !countsSame(catalog, first, other) &&
  !groupsByMeasured(other)

/** "Number of members" beside "Number of members by plan": it omits a phrase of the question. */
const saysLess = (first: QueryTree, other: QueryTree): boolean =>
  first.anchor === other.anchor &&
  areWithin(other.groups, first.groups) &&
  areWithin(other.where, first.where) &&
  areWithin(other.measures, first.measures) &&
  (other.measures.length > 0 || first.measures.length === 0) &&
  (other.groups.length < first.groups.length || other.where.length < first.where.length)

/** The same rows counted and listed: both answers are acceptable. */
const isOtherForm = (first: QueryTree, other: QueryTree): boolean =>
  [first, other].every(({ groups }) => groups.length === 0) &&
  [first, other].some(({ measures }) => measures.length === 0) &&
  [first, other].some(({ measures }) => measures.length === 1 && measures[0]?.column === null) &&
  first.anchor === other.anchor &&
  areWithin(first.where, other.where) &&
  areWithin(other.where, first.where)

/** "Number of deliveries" and "number of different delivery numbers": distinct keys are as many as rows. */
const countsSame = (catalog: Catalog, first: QueryTree, other: QueryTree): boolean => {
  const isOfRows = ({ aggregate, table, column }: Measure): boolean =>
    aggregate === 'count' && (column === null || catalog.tables.get(table)?.columns.get(column)?.kind === 'key')
  return (
    [first, other].every(({ measures }) => measures.length === 1 && measures.every(isOfRows)) &&
    first.anchor === other.anchor &&
    areWithin(first.where, other.where) &&
    areWithin(other.where, first.where) &&
    areWithin(first.groups, other.groups) &&
    areWithin(other.groups, first.groups)
  )
}

/** "Average cost by cost" is never meant. */
const groupsByMeasured = ({ groups, measures }: QueryTree): boolean =>
  groups.some(
    (group) =>
      group.type === 'column' &&
      measures.some(({ table, column }) => group.column.table === table && group.column.column === column),
  )

const areWithin = (parts: readonly unknown[], all: readonly unknown[]): boolean => {
  const known = new Set(all.map((part) => JSON.stringify(part)))
  return parts.every((part) => known.has(JSON.stringify(part)))
}
