import pg from 'pg'
import { FAST_QUERY_MS } from '../../access/rules/place-shares.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Engine } from '../engine.ts'
import { DatabaseSlots } from '../shared/connect/database-slots.ts'
import type { SlotLimits } from '../shared/connect/in-slot.ts'
import { DESCRIBING, describerOf, inspector } from '../shared/connect/slot-owners.ts'
import { addressOf, FORM } from './connect/address.ts'
import { BadFrame } from './connect/frame-guard.ts'
import type { Session } from './connect/session.ts'
import { SessionPool } from './connect/session-pool.ts'
import { LEFT_OUT, leftOutKind } from './describe/catalog-queries.ts'
import { describeDatabase } from './describe/describe-database.ts'
import { excessRights } from './describe/excess-rights.ts'
import { readTexts } from './describe/read-texts.ts'
import { DIALECT } from './dialect.ts'
import { guardDraft, roundedColumnsOf } from './guard/guard.ts'
import { explainError } from './run/explain-error.ts'
import { runStatement } from './run/run-statement.ts'
import { transactionStart } from './run/transaction-start.ts'

export interface PostgresEngineOptions {
  /** Whether databases may be on loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** Statements that run at once in one database. */
  readonly slotsMax?: number
  /** How long a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  /** For finding a server, connecting and logging in. */
  readonly connectMs?: number
}

/** Half of them for slow statements at most; a server's own limit on connections is shared with others. */
const SLOTS_MAX = 8
/** Every question of a tenant reads some columns of values at a time, and runs its query; waiting costs a promise. */
const WAITING_MAX = 2_000
const CONNECT_MS = 30_000

/** The drafts of guarded queries, which exist for queries of this guard only: nothing else is run. */
const drafts = new WeakMap<GuardedQuery, string>()

/** PostgreSQL 13 and later, by addresses `postgres://user:password@host:port/database`. */
export const postgresEngine = ({
  allowPrivateHosts,
  slotsMax = SLOTS_MAX,
  fastMs = FAST_QUERY_MS,
  connectMs = CONNECT_MS,
}: PostgresEngineOptions): Engine => {
  const slots = new DatabaseSlots({ max: slotsMax, waitingMax: WAITING_MAX, fastMs })
  const pool = new SessionPool({ allowPrivateHosts, connectMs })

  /** One transaction that reads, in a slot of its owner. */
  const transaction = async <Value>(
    text: string,
    { tag, ...limits }: Asked,
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

  /** One transaction for what is no query of a caller: nothing of what a server says against it is told. */
  const reading = async <Value>(
    text: string,
    asked: Pick<Asked, 'signal' | 'owner' | 'tag'>,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> => {
    try {
      return await transaction(text, { ...DESCRIBING, ...asked }, work)
    } catch (error) {
      throw error instanceof BadFrame || error instanceof pg.DatabaseError ? undescribed(error) : error
    }
  }

  return {
    name: 'postgres',
    schemes: FORM.schemes,
    language: 'sql',
    dialect: DIALECT,
    async describe(address, signal, asker, include) {
      const asked = { signal, owner: describerOf(address, asker), tag: 'describe' }
      const found = await reading(address, asked, (session) => describeDatabase(session, include))
      return { engine: 'postgres', ...found }
    },
    inspect: {
      serverVersion: (address, signal) =>
        reading(address, { signal, owner: inspector('version'), tag: 'version' }, async (session) => {
          const [[version] = []] = await readTexts(session, "SELECT current_setting('server_version')")
          return String(version)
        }),
      excessRights: (address, signal) =>
        reading(address, { signal, owner: inspector('rights'), tag: 'rights' }, excessRights),
      leftOut: (address, signal) =>
        reading(address, { signal, owner: inspector('left out'), tag: 'left out' }, async (session) =>
          (await readTexts(session, LEFT_OUT)).map(([kind, name]) => ({ kind: leftOutKind(kind), name: name ?? '' })),
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
          if (again) await session.exec(END_EARLIER)
          return await runStatement(session, statement, parameters, { ...limits, rounded: roundedColumnsOf(query) })
        })
        return { ok: true, result }
      } catch (error) {
        if (error instanceof BadFrame) return { ok: false, refusal: ROW_TOO_LARGE }
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

interface Asked extends SlotLimits {
  readonly tag: string
}

/** A statement was cancelled by its timeout, by an administrator, or while it waited for a lock. */
const TIMEOUTS: ReadonlySet<string> = new Set(['57014', '55P03'])

/**
 * Ends what a worker that was thought dead still has running for the same turn. A role may end its own connections, and
 * only those bear the name that this transaction bears.
 */
const END_EARLIER = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = current_setting('application_name') AND usename = current_user AND pid <> pg_backend_pid()`

/** Rolled back by the server, for example because of another transaction. */
const TRANSACTION = /^40/

const ROW_TOO_LARGE = {
  reason: 'too_large',
  hint: 'A row of the result is too large; select fewer columns or shorter values.',
  repairable: true,
} as const

const undescribed = (error: BadFrame | pg.DatabaseError): Problem => {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : error.name
  return TIMEOUTS.has(code)
    ? new Problem('query_timeout')
    : new Problem('schema_unreadable', { cause: new Error(`describing: ${code}`) })
}
