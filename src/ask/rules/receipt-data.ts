import type { GuardedStatement, Receipt } from './receipt.ts'

/**
 * A receipt in the field names of the API, for answers, history and streams.
 *
 * @param showsQuery whether this client may see statements and columns: a public key may not
 */
export const receiptData = (receipt: Receipt, showsQuery: boolean) => ({
  ...(showsQuery ? { query: receipt.drafted, planner: receipt.planner } : {}),
  ...guardedData(receipt, showsQuery),
  row_count: receipt.rowCount,
  truncated: receipt.truncated,
  execution_time_ms: receipt.executionTimeMs,
  executed_at: receipt.executedAt,
  ...(receipt.compared === undefined
    ? {}
    : {
        compared: receipt.compared.map(({ drafted, rowCount, ...guarded }) => ({
          ...(showsQuery ? { query: drafted } : {}),
          ...guardedData(guarded, showsQuery),
          ...(rowCount === undefined ? {} : { row_count: rowCount }),
        })),
      }),
})

/** A guarded query exists only if both the guard and its verifier, which shares no code with it, have passed it. */
const PASSED = { guard: 'passed', verifier: 'passed' } as const

/** The part of a receipt known before a query has run. */
export const guardedData = (guarded: GuardedStatement, showsQuery = true) => ({
  engine: guarded.engine,
  ...(showsQuery ? { guarded_query: guarded.statement } : {}),
  tables: guarded.tables.map(({ table, mode, columns }) =>
    showsQuery ? { table, mode, filter_columns: columns } : { table, mode },
  ),
  filters: guarded.filters,
  fingerprint: guarded.fingerprint,
  guard_version: guarded.guardVersion,
  ...(showsQuery ? { checks: PASSED } : {}),
})
