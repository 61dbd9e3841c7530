import type { Condition, Group, QueryTree } from './tree.ts'

/** Tables that a condition is about. */
export const conditionTables = (condition: Condition): string[] => {
  if (condition.type === 'related') return [condition.table]
  if (condition.type === 'any') return condition.options.flatMap(conditionTables)
  return [condition.column.table]
}

/** Conditions, and those that they ask of other rows; alternatives stay one. */
export const withInner = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.flatMap((one) => [one, ...(one.type === 'related' || one.type === 'alike' ? withInner(one.where) : [])])

/** The table that a group is a column or the rows of. */
export const groupTable = (group: Group): string => (group.type === 'entity' ? group.table : group.column.table)

/** Tables that a query is about. */
export const tablesOf = (tree: QueryTree): string[] => [
  ...new Set([tree.anchor, ...tree.groups.map(groupTable), ...tree.where.flatMap(conditionTables)]),
]

/** The table whose rows a query is about. */
export const entityOf = (tree: QueryTree): string => {
  const entity = tree.groups.find((group) => group.type === 'entity')
  return entity?.type === 'entity' ? entity.table : tree.anchor
}
