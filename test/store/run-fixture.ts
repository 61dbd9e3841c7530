import type { QueryRun } from '../../src/ask/rules/outcome.ts'

/** A result with its receipt. */
export const run = (value: number): QueryRun => ({
  result: {
    columns: [{ name: 'a.b', type: 'number' }],
    rows: [{ 'a.b': value, $where: null, '': '“é🧮”' }],
    rowCount: 1,
    truncated: false,
    executionTimeMs: 3,
  },
  receipt: {
    databaseId: 'shops',
    engine: 'any',
    planner: 'builtin',
    drafted: 'draft',
    statement: 'statement',
    guardVersion: 2,
    tables: [{ table: 'orders', mode: 'tenant', columns: ['shop_id'] }],
    fingerprint: 'f00d',
    executionTimeMs: 3,
    filters: ['tenant'],
    rowCount: 1,
    truncated: false,
    executedAt: '2026-11-21T10:00:00.000Z',
  },
})
