import { fileOf } from '../../../src/engines/sqlite/connect/address.ts'
import type { Fence } from '../../../src/engines/sqlite/connect/messages.ts'
import { SessionPool } from '../../../src/engines/sqlite/connect/session-pool.ts'
import { never } from '../contract/contract-bench.ts'
import type { EngineUnguarded } from '../contract/engine-adapter.ts'
import { TABLES } from '../contract/fixture.ts'

const WRITES = [
  'REPLACE INTO countries (code, name) VALUES (1, 2)',
  'WITH gone AS (SELECT 1) DELETE FROM item_notes',
  "ATTACH DATABASE '/tmp/stolen.sqlite' AS stolen",
  "VACUUM INTO '/tmp/stolen.sqlite'",
  'PRAGMA query_only = OFF',
  'PRAGMA writable_schema = ON',
  'PRAGMA journal_mode = DELETE',
  'BEGIN IMMEDIATE',
  "SELECT load_extension('/tmp/stolen')",
  'CREATE TEMP TABLE orders (id)',
  'CREATE TRIGGER stolen AFTER INSERT ON orders BEGIN DELETE FROM item_notes; END',
  'REINDEX',
]

/** A fence that allows reading every table, so that only the write protection is tested. */
const OPEN: Fence = {
  secret: 'f00000000000000000000000000000000',
  tables: TABLES.map(({ name, columns }) => ({
    name,
    filter: undefined,
    columns: columns.map((column) => column.name),
  })),
  withNames: ['n', 'gone'],
  rowFunctions: [],
  values: [],
}

/** Runs statements as the engine does, without a guard. */
export const sqliteUnguarded = (): EngineUnguarded => {
  const pool = new SessionPool(2, 60_000)
  return {
    async run(address, statement, timeoutMs) {
      const limits = { timeoutMs, signal: never(), owner: { organizationId: 1 } }
      const job = { kind: 'run', file: fileOf(address), statement, parameters: [], fence: OPEN, replaced: [] } as const
      return await pool.run({ ...job, rowsMax: 10_000, bytesMax: 10_000_000 }, limits)
    },
    writes: WRITES,
    endless: 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n',
    close: () => pool.close(),
  }
}
