import pg from 'pg'
import { FAST_QUERY_MS } from '../../access/rules/slot-shares.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { WatchEngine } from '../../platform/metrics/rules/resource-usage.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Engine } from '../engine.ts'
import { DatabaseSlots } from '../shared/connect/database-slots.ts'
import type { SlotLimits } from '../shared/connect/run-in-slot.ts'
import { DESCRIBE_LIMITS, describerOf, inspector } from '../shared/connect/slot-owners.ts'
import { addressOf, FORM } from './connect/address.ts'
import { MalformedFrame } from './connect/frame-guard.ts'
import type { Session } from './connect/session.ts'
import { SessionPool } from './connect/session-pool.ts'
import { OMITTED_OBJECTS, omittedKind } from './describe/catalog-queries.ts'
import { describeDatabase } from './describe/describe-database.ts'
import { excessRights } from './describe/excess-rights.ts'
import { readTexts } from './describe/read-texts.ts'
import { DIALECT } from './dialect.ts'
import { guardDraft, roundedColumnsOf } from './guard/guard.ts'
import { explainError } from './run/explain-error.ts'
import { runStatement } from './run/run-statement.ts'
import { transactionStart } from './run/transaction-start.ts'

interface PostgresEngineOptions {
  /** Whether databases may have loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** Maximum number of concurrent statements in one database. */
  readonly slotsMax?: number
  /** Maximum time a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  readonly watch?: WatchEngine | undefined
  /** Time limit for discovery, connecting and login, in ms. */
  readonly connectMs?: number
}

/** At most half are for slow statements; the server's connection limit is shared with others. */
const SLOTS_MAX = 8
/** Queue length per tenant: a question reads values of some columns and runs its query; waiting is cheap. */
const WAITING_MAX = 2_000
const CONNECT_MS = 30_000

/** Drafts of queries from this guard; other queries are not run. */
const drafts = new WeakMap<GuardedQuery, string>()

/** PostgreSQL 13 and later, by addresses `postgres://user:password@host:port/database`. */
export const postgresEngine = ({
  allowPrivateHosts,
  slotsMax = SLOTS_MAX,
  fastMs = FAST_QUERY_MS,
  connectMs = CONNECT_MS,
  watch,
}: PostgresEngineOptions): Engine => {
  const slots = new DatabaseSlots({ max: slotsMax, waitingMax: WAITING_MAX, fastMs })
  const pool = new SessionPool({ allowPrivateHosts, connectMs })
  watch?.('postgres', () => slots.usageWithIdle(pool.idleCount))

  /** Runs a read-only transaction in a slot of the owner. */
  const transaction = async <Value>(
    text: string,
    { tag, ...limits }: TransactionRequest,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> => {
    const address = addressOf(text)
    return await slots.run(text, limits, (deadline, leftMs, begun) => {
      const start = ({ serverVersion }: Session) => transactionStart({ leftMs: leftMs(), tag, serverVersion })
      return pool.transaction(text, address, deadline, start, (session) => {
        begun()
        return work(session)
      })
    })
  }

  /** A transaction without a caller's query; server messages are not passed on. */
  const withSession = async <Value>(
    text: string,
    request: Pick<TransactionRequest, 'signal' | 'owner' | 'tag'>,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> => {
    try {
      return await transaction(text, { ...DESCRIBE_LIMITS, ...request }, work)
    } catch (error) {
      throw error instanceof MalformedFrame || error instanceof pg.DatabaseError ? describeProblem(error) : error
    }
  }

  return {
    name: 'postgres',
    addresses: { schemes: FORM.schemes, areFiles: false },
    language: 'sql',
    dialect: DIALECT,
    async describe(address, signal, asker, include) {
      const request = { signal, owner: describerOf(address, asker), tag: 'describe' }
      const found = await withSession(address, request, (session) => describeDatabase(session, include))
      return { engine: 'postgres', ...found }
    },
    inspect: {
      serverVersion: (address, signal) =>
        withSession(address, { signal, owner: inspector('version'), tag: 'version' }, async (session) => {
          const [[version] = []] = await readTexts(session, "SELECT current_setting('server_version')")
          return String(version)
        }),
      excessRights: (address, signal) =>
        withSession(address, { signal, owner: inspector('rights'), tag: 'rights' }, excessRights),
      leftOut: (address, signal) =>
        withSession(address, { signal, owner: inspector('left out'), tag: 'left out' }, async (session) =>
          (await readTexts(session, OMITTED_OBJECTS)).map(([kind, name]) => ({
            kind: omittedKind(kind),
            name: name ?? '',
          })),
        ),
    },
    async guard(draft, rules) {
      const result = await guardDraft(draft, rules)
      if (result.ok) drafts.set(result.query, draft)
      return result
    },
    async run(address, query, { turnId, again = false, ...limits }) {
      const draft = drafts.get(query)
      if (draft === undefined) throw new Problem('internal', { cause: new Error('a query of another guard') })
      const { statement, parameters } = query
      try {
        const result = await transaction(address, { ...limits, tag: turnId }, async (session) => {
          if (again) await session.exec(KILL_EARLIER_STATEMENTS)
          return await runStatement(session, statement, parameters, { ...limits, rounded: roundedColumnsOf(query) })
        })
        return { ok: true, result }
      } catch (error) {
        if (error instanceof MalformedFrame) return { ok: false, refusal: ROW_TOO_LARGE }
        if (!(error instanceof pg.DatabaseError)) throw error
        if (error.code !== undefined && TIMEOUTS.has(error.code)) throw new Problem('query_timeout')
        if (error.code?.match(TRANSACTION)) throw new Problem('transaction_failed', { cause: new Error(error.code) })
        return { ok: false, refusal: explainError(error, statement, draft) }
      }
    },
    async close() {
      await slots.close()
      await pool.close()
    },
  }
}

interface TransactionRequest extends SlotLimits {
  readonly tag: string
}

/** Cancelled by statement timeout or administrator, or lock timeout. */
const TIMEOUTS: ReadonlySet<string> = new Set(['57014', '55P03'])

/**
 * Kills statements that an earlier worker of the same turn left running: the role's other connections with this
 * application name.
 */
const KILL_EARLIER_STATEMENTS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = current_setting('application_name') AND usename = current_user AND pid <> pg_backend_pid()`

/** Rolled back by the server, for example after a serialization conflict. */
const TRANSACTION = /^40/

const ROW_TOO_LARGE = {
  reason: 'too_large',
  hint: 'A row of the result is too large; select fewer columns or shorter values.',
  repairable: true,
} as const

const describeProblem = (error: MalformedFrame | pg.DatabaseError): Problem => {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : error.name
  return TIMEOUTS.has(code)
    ? new Problem('query_timeout')
    : new Problem('schema_unreadable', { cause: new Error(`describing: ${code}`) })
}
