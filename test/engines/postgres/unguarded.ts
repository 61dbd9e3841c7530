import pg from 'pg'
import { addressOf } from '../../../src/engines/postgres/connect/address.ts'
import { SessionPool } from '../../../src/engines/postgres/connect/session-pool.ts'
import { runStatement } from '../../../src/engines/postgres/run/run-statement.ts'
import { transactionStart } from '../../../src/engines/postgres/run/transaction-start.ts'
import { Deadline } from '../../../src/engines/shared/connect/deadline.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { never } from '../contract/contract-bench.ts'
import type { EngineUnguarded } from '../contract/engine-adapter.ts'

/** Run as a superuser, so that only the transaction and the protocol can prevent them. */
const WRITES = [
  'WITH gone AS (DELETE FROM public.item_notes RETURNING id) SELECT * FROM gone',
  'SELECT * INTO public.stolen FROM public.orders',
  'TRUNCATE public.note_marks',
  "COPY public.countries FROM PROGRAM 'echo XX'",
  'SELECT * FROM public.orders FOR UPDATE',
  "SELECT nextval('public.kept')",
  "SELECT setval('public.kept', 99)",
  'SELECT lo_create(4711)',
  "SELECT set_config('transaction_read_only', 'off', true), set_config('transaction_read_only', 'off', false)",
  "SELECT set_config('default_transaction_read_only', 'off', false)",
  'SET TRANSACTION READ WRITE',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
  'SET ROLE pg_write_all_data',
  'RESET ALL',
  "SET statement_timeout = '1h'",
  'PREPARE stolen AS DELETE FROM public.item_notes',
  'DO $$ BEGIN DELETE FROM public.item_notes; END $$',
  'LOCK TABLE public.orders',
  'CALL nothing()',
  'VACUUM',
  'CREATE ROLE stolen',
  'COMMIT AND CHAIN',
]

const LIMITS = { rowsMax: 10_000, bytesMax: 10_000_000 } as const

/** Runs statements as the engine does, without the guard. */
export const postgresUnguarded = (): EngineUnguarded => {
  const pool = new SessionPool({ allowPrivateHosts: true, connectMs: 30_000 })
  return {
    async run(address, statement, timeoutMs) {
      const deadline = new Deadline(timeoutMs, never(), never())
      const ends = performance.now() + timeoutMs
      try {
        return await pool.transaction(
          address,
          addressOf(address),
          deadline,
          ({ serverVersion }) =>
            transactionStart({ leftMs: ends - performance.now(), tag: 'unguarded', serverVersion }),
          (session) => runStatement(session, statement, [], LIMITS),
        )
      } catch (error) {
        // Either the deadline of the client or the timeout of the server comes first.
        throw error instanceof pg.DatabaseError && error.code === '57014' ? new Problem('query_timeout') : error
      } finally {
        deadline.clear()
      }
    },
    writes: WRITES,
    endless: 'SELECT count(*) FROM generate_series(1, 1000000000000)',
    close: () => pool.close(),
  }
}
