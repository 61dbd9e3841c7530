import type { ColumnRef } from './tree.ts'

/** Whether two names are of one column, by whatever key it is reached. */
export const sameRef = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column
