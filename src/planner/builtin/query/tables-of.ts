import type { Condition, Group, QueryTree } from './tree.ts'

/** Tables of a condition. */
export const conditionTables = (condition: Condition): string[] => {
  if (condition.type === 'related') return [condition.table]
  if (condition.type === 'any') return condition.options.flatMap(conditionTables)
  return [condition.column.table]
}

/** Conditions, including nested conditions on related rows; alternatives stay one. */
export const withNested = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.flatMap((one) => [one, ...(one.type === 'related' || one.type === 'alike' ? withNested(one.where) : [])])

/** The table of a group. */
export const groupTable = (group: Group): string => (group.type === 'entity' ? group.table : group.column.table)

/** Tables of a query. */
export const tablesOf = (tree: QueryTree): string[] => [
  ...new Set([tree.anchor, ...tree.groups.map(groupTable), ...tree.where.flatMap(conditionTables)]),
]

/** The table whose rows a query returns, counts or measures. */
export const entityOf = (tree: QueryTree): string => {
  const entity = tree.groups.find((group) => group.type === 'entity')
  return entity?.type === 'entity' ? entity.table : tree.anchor
}
