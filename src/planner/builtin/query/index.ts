/**
 * What a question asks, as a tree, and the tree as a text for an engine. The only entrance of this folder, which knows
 * nothing of how questions are read (`test/architecture.test.ts`).
 */
export type { ColumnKind, JoinPath, KnownColumn, KnownDatabase, KnownTable, Step } from './known-database.ts'
export { printQuery, queryText } from './print-query.ts'
export { Unplannable } from './query-context.ts'
export { sameRef } from './same-ref.ts'
export { conditionTables, entityOf, groupTable, tablesOf, withInner } from './tables-of.ts'
export {
  type ColumnRef,
  type Comparator,
  type Condition,
  emptyTree,
  type Group,
  type Measure,
  type QueryTree,
  queryTreeSchema,
  type Scalar,
} from './tree.ts'
