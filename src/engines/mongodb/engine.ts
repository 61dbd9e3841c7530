import { NOBODY } from '../../access/rules/fair-places.ts'
import { FAST_QUERY_MS } from '../../access/rules/place-shares.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import { orAborted } from '../../platform/network/or-aborted.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Engine } from '../engine.ts'
import { DatabaseSlots } from '../shared/connect/database-slots.ts'
import type { SlotLimits } from '../shared/connect/in-slot.ts'
import { DESCRIBING, describerOf, inspector } from '../shared/connect/slot-owners.ts'
import { addressOf, SCHEMES } from './connect/address.ts'
import { connectProblem } from './connect/connect-problem.ts'
import type { Member } from './connect/member.ts'
import { SessionPool } from './connect/session-pool.ts'
import type { SrvResolver } from './connect/srv-hosts.ts'
import { describeDatabase } from './describe/describe-database.ts'
import { describeSamples } from './describe/describe-samples.ts'
import { countOtherOwners } from './describe/other-owners.ts'
import { DIALECT } from './dialect.ts'
import { bearsAnyCollation, boundCommand } from './guard/command.ts'
import { guardDraft, resultShape } from './guard/guard.ts'
import { isTimeout, serverCode } from './run/explain-error.ts'
import { missingCollection, runStatement } from './run/run-statement.ts'

export interface MongodbEngineOptions {
  /** Whether databases may be on loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** Statements that run at once in one database. */
  readonly slotsMax?: number
  /** How long a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  /** For finding a server, connecting and logging in. */
  readonly connectMs?: number
  /** Where `mongodb+srv` addresses are looked up; the system's name servers unless given. */
  readonly resolver?: SrvResolver
}

/** Half of them for slow statements at most; a server's own limit on connections is shared with others. */
const SLOTS_MAX = 8
/** Inspecting asks some questions at a time, and what is stopped is stopped from another connection. */
const CONNECTIONS_MORE = 6
/** Every question of a tenant reads some columns of values at a time, and runs its query; waiting costs a promise. */
const WAITING_MAX = 2_000
const CONNECT_MS = 30_000

/** MongoDB 5 and later, by addresses `mongodb://user:password@host:port/database` and `mongodb+srv://…`. */
export const mongodbEngine = ({
  allowPrivateHosts,
  slotsMax = SLOTS_MAX,
  fastMs = FAST_QUERY_MS,
  connectMs = CONNECT_MS,
  resolver,
}: MongodbEngineOptions): Engine => {
  /** Queries of this guard: nothing else is run. */
  const guarded = new WeakSet<GuardedQuery>()
  const mustBeGuarded = (query: GuardedQuery): void => {
    if (!guarded.has(query)) throw new Problem('internal', { cause: new Error('a query of another guard') })
  }
  const slots = new DatabaseSlots({ max: slotsMax, waitingMax: WAITING_MAX, fastMs })
  const connectionsMax = slotsMax + CONNECTIONS_MORE
  const pool = new SessionPool({ allowPrivateHosts, connectMs, resolver, connectionsMax })

  /** Asks a server, in a slot of its owner. */
  const asking = async <Value>(
    text: string,
    limits: SlotLimits,
    work: (member: Member, left: Left) => Promise<Value>,
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

  const inspecting = <Value>(
    text: string,
    asked: Pick<SlotLimits, 'signal' | 'owner'>,
    work: (database: Member['database'], left: Left) => Promise<Value>,
  ): Promise<Value> =>
    asking(text, { ...DESCRIBING, ...asked }, async ({ database }, left) => {
      try {
        return await orAborted(work(database, left), left.signal)
      } catch (error) {
        left.signal.throwIfAborted()
        throw connectProblem(error)
      }
    })

  return {
    name: 'mongodb',
    schemes: SCHEMES,
    language: 'mongodb',
    dialect: DIALECT,
    async describe(address, signal, asker, include, samples) {
      if (samples !== undefined) {
        samples.forEach(mustBeGuarded)
        return await asking(address, { ...DESCRIBING, signal, owner: asker ?? NOBODY }, async (member, left) => ({
          engine: 'mongodb',
          tables: await orAborted(describeSamples(member, samples, left), left.signal),
        }))
      }
      const owner = describerOf(address, asker)
      return await asking(address, { ...DESCRIBING, signal, owner }, async ({ database }, left) => {
        try {
          return {
            engine: 'mongodb',
            tables: await orAborted(describeDatabase(database, { ...left, include }), left.signal),
          }
        } catch (error) {
          left.signal.throwIfAborted()
          throw isTimeout(serverCode(error)) ? new Problem('query_timeout') : connectProblem(error)
        }
      })
    },
    inspect: {
      serverVersion: (address, signal) =>
        inspecting(address, { signal, owner: inspector('version') }, async (database) => {
          const { version } = await database.command({ buildInfo: 1 })
          return String(version)
        }),
      countOtherOwners: (address, columns, signal) =>
        inspecting(address, { signal, owner: inspector('owners') }, (database, left) =>
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
      return await asking(address, limits, async (member, left) => {
        const ran = await runStatement(member, command, {
          ...limits,
          ...left,
          shape: resultShape(query),
          isRounded: DIVIDING.test(query.statement),
          anyCollation: bearsAnyCollation(query),
        })
        if (!ran.ok || ran.result.rowCount > 0) return ran
        return (await missingCollection(member.database, command.collection, left)) ?? ran
      })
    },
    async close() {
      await slots.close()
      await pool.close()
    },
  }
}

/** Operators whose decimals have as many digits as the server chooses. */
const DIVIDING = /"\$(?:avg|divide|exp|ln|log|log10|pow|sqrt|stdDev\w*|percentile|median|covariance\w*|integral)"/

/** What is left of a deadline. */
interface Left {
  readonly leftMs: () => number
  readonly signal: AbortSignal
}
