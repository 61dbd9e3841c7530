/**
 * Query trees and their printers. The only entry point of this folder, which does not depend on how questions are read
 * (`test/architecture.test.ts`).
 */
export type { ColumnKind, JoinPath, KnownColumn, KnownDatabase, KnownTable, Step } from './known-database.ts'
export { printQuery, queryText } from './print-query.ts'
export { Unplannable } from './query-context.ts'
export { sameRef } from './same-ref.ts'
export { conditionTables, entityOf, groupTable, tablesOf, withNested } from './tables-of.ts'
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
