import type { ColumnRef } from './tree.ts'

/** Whether two references name the same column, over any foreign key. */
export const sameRef = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column
