import { NO_OWNER } from '../../access/rules/fair-semaphore.ts'
import { FAST_QUERY_MS } from '../../access/rules/slot-shares.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { WatchEngine } from '../../platform/metrics/rules/resource-usage.ts'
import { rejectOnAbort } from '../../platform/network/reject-on-abort.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Engine } from '../engine.ts'
import { DatabaseSlots } from '../shared/connect/database-slots.ts'
import type { SlotLimits } from '../shared/connect/run-in-slot.ts'
import { DESCRIBE_LIMITS, describerOf, inspector } from '../shared/connect/slot-owners.ts'
import { addressOf, SCHEMES } from './connect/address.ts'
import { connectProblem } from './connect/connect-problem.ts'
import type { Member } from './connect/member.ts'
import { SessionPool } from './connect/session-pool.ts'
import type { SrvResolver } from './connect/srv-hosts.ts'
import { describeDatabase } from './describe/describe-database.ts'
import { describeSamples } from './describe/describe-samples.ts'
import { countOtherOwners } from './describe/other-owners.ts'
import { DIALECT } from './dialect.ts'
import { allowsAnyCollation, boundCommand } from './guard/command.ts'
import { guardDraft, resultShape } from './guard/guard.ts'
import { isTimeout, serverCode } from './run/explain-error.ts'
import { missingCollection, runStatement } from './run/run-statement.ts'

interface MongodbEngineOptions {
  /** Whether databases may have loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** Maximum number of concurrent statements in one database. */
  readonly slotsMax?: number
  readonly watch?: WatchEngine | undefined
  /** Maximum time a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  /** Time limit for discovery, connecting and login, in ms. */
  readonly connectMs?: number
  /** Resolver for `mongodb+srv` addresses; default: the system's name servers. */
  readonly resolver?: SrvResolver
}

/** At most half are for slow statements; the server's connection limit is shared with others. */
const SLOTS_MAX = 8
/** For concurrent inspections, and for stopping statements from another connection. */
const CONNECTIONS_MORE = 6
/** Queue length per tenant: a question reads values of some columns and runs its query; waiting is cheap. */
const WAITING_MAX = 2_000
const CONNECT_MS = 30_000

/** MongoDB 5 and later, by addresses `mongodb://user:password@host:port/database` and `mongodb+srv://…`. */
export const mongodbEngine = ({
  allowPrivateHosts,
  slotsMax = SLOTS_MAX,
  fastMs = FAST_QUERY_MS,
  connectMs = CONNECT_MS,
  resolver,
  watch,
}: MongodbEngineOptions): Engine => {
  /** Queries of this guard; no others are run. */
  const guarded = new WeakSet<GuardedQuery>()
  const mustBeGuarded = (query: GuardedQuery): void => {
    if (!guarded.has(query)) throw new Problem('internal', { cause: new Error('a query of another guard') })
  }
  const slots = new DatabaseSlots({ max: slotsMax, waitingMax: WAITING_MAX, fastMs })
  const connectionsMax = slotsMax + CONNECTIONS_MORE
  const pool = new SessionPool({ allowPrivateHosts, connectMs, resolver, connectionsMax })
  watch?.('mongodb', () => ({ ...slots.usage, connections: pool.size }))

  /** Runs work on a server, in a slot of the owner. */
  const withServer = async <Value>(
    text: string,
    limits: SlotLimits,
    work: (member: Member, left: TimeLeft) => Promise<Value>,
  ): Promise<Value> => {
    addressOf(text)
    return await slots.run(text, limits, (deadline, leftMs, begun) => {
      const left = { leftMs, signal: deadline.signal }
      return pool.use(text, deadline, (member) => {
        begun()
        return member.race(work(member, left))
      })
    })
  }

  const withDatabase = <Value>(
    text: string,
    request: Pick<SlotLimits, 'signal' | 'owner'>,
    work: (database: Member['database'], left: TimeLeft) => Promise<Value>,
  ): Promise<Value> =>
    withServer(text, { ...DESCRIBE_LIMITS, ...request }, async ({ database }, left) => {
      try {
        return await rejectOnAbort(work(database, left), left.signal)
      } catch (error) {
        left.signal.throwIfAborted()
        throw connectProblem(error)
      }
    })

  return {
    name: 'mongodb',
    addresses: { schemes: SCHEMES, areFiles: false },
    language: 'mongodb',
    dialect: DIALECT,
    async describe(address, signal, asker, include, samples) {
      if (samples !== undefined) {
        samples.forEach(mustBeGuarded)
        return await withServer(
          address,
          { ...DESCRIBE_LIMITS, signal, owner: asker ?? NO_OWNER },
          async (member, left) => ({
            engine: 'mongodb',
            tables: await rejectOnAbort(describeSamples(member, samples, left), left.signal),
          }),
        )
      }
      const owner = describerOf(address, asker)
      return await withServer(address, { ...DESCRIBE_LIMITS, signal, owner }, async ({ database }, left) => {
        try {
          return {
            engine: 'mongodb',
            tables: await rejectOnAbort(describeDatabase(database, { ...left, include }), left.signal),
          }
        } catch (error) {
          left.signal.throwIfAborted()
          throw isTimeout(serverCode(error)) ? new Problem('query_timeout') : connectProblem(error)
        }
      })
    },
    inspect: {
      serverVersion: (address, signal) =>
        withDatabase(address, { signal, owner: inspector('version') }, async (database) => {
          const { version } = await database.command({ buildInfo: 1 })
          return String(version)
        }),
      countOtherOwners: (address, columns, signal) =>
        withDatabase(address, { signal, owner: inspector('owners') }, (database, left) =>
          countOtherOwners(database, columns, left),
        ),
    },
    async guard(draft, rules) {
      const result = await guardDraft(draft, rules)
      if (result.ok) guarded.add(result.query)
      return result
    },
    async run(address, query, limits) {
      mustBeGuarded(query)
      const command = boundCommand(query)
      return await withServer(address, limits, async (member, left) => {
        const outcome = await runStatement(member, command, {
          ...limits,
          ...left,
          shape: resultShape(query),
          isRounded: DIVIDING.test(query.statement),
          anyCollation: allowsAnyCollation(query),
        })
        if (!outcome.ok || outcome.result.rowCount > 0) return outcome
        return (await missingCollection(member.database, command.collection, left)) ?? outcome
      })
    },
    async close() {
      await slots.close()
      await pool.close()
    },
  }
}

/** Operators whose decimal results have as many digits as the server chooses. */
const DIVIDING = /"\$(?:avg|divide|exp|ln|log|log10|pow|sqrt|stdDev\w*|percentile|median|covariance\w*|integral)"/

/** The rest of a deadline. */
interface TimeLeft {
  readonly leftMs: () => number
  readonly signal: AbortSignal
}
