import { NO_OWNER } from '../../access/rules/fair-semaphore.ts'
import { FAST_QUERY_MS } from '../../access/rules/slot-shares.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { WatchEngine } from '../../platform/metrics/rules/resource-usage.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Engine } from '../engine.ts'
import type { SlotLimits } from '../shared/connect/run-in-slot.ts'
import { DESCRIBE_LIMITS, describerOf, inspector } from '../shared/connect/slot-owners.ts'
import { ParserPool, type ParserPoolOptions } from '../sql/parse/parser-pool.ts'
import { FORM } from './connect/address.ts'
import { connectProblem } from './connect/connect-problem.ts'
import type { Lease } from './connect/lease.ts'
import { SessionPool } from './connect/session-pool.ts'
import { describeDatabase, VIEWS } from './describe/describe-database.ts'
import { excessRights } from './describe/excess-rights.ts'
import { DIALECT } from './dialect.ts'
import { type GuardedDraft, guardDraft } from './guard/guard.ts'
import { runStatement } from './run/run-statement.ts'

interface MysqlEngineOptions {
  /** Whether databases may have loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** Maximum number of concurrent statements in one database. */
  readonly slotsMax?: number
  readonly watch?: WatchEngine | undefined
  /** Maximum time a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  readonly parser?: ParserPoolOptions
}

/** At most half are for slow statements. */
const SLOTS_MAX = 8

/** Replacements of queries from this guard; other queries are not run. */
const replacements = new WeakMap<GuardedQuery, GuardedDraft['replaced']>()

/** MySQL and MariaDB, by addresses `mysql://user:password@host:port/database`. */
export const mysqlEngine = ({
  allowPrivateHosts,
  slotsMax = SLOTS_MAX,
  fastMs = FAST_QUERY_MS,
  parser: parserOptions,
  watch,
}: MysqlEngineOptions): Engine => {
  const pool = new SessionPool({ allowPrivateHosts, slotsMax, fastMs })
  watch?.('mysql', () => pool.usage)
  const parser = new ParserPool('mysql', parserOptions)
  /** Runs work without a caller's query; server messages are not passed on. */
  const withConnection = <Value>(
    address: string,
    request: Pick<SlotLimits, 'signal' | 'owner'>,
    work: (lease: Lease) => Promise<Value>,
  ): Promise<Value> =>
    pool.run(address, { ...DESCRIBE_LIMITS, ...request }, async (lease) => {
      try {
        return await work(lease)
      } catch (error) {
        throw connectProblem(error)
      }
    })

  return {
    name: 'mysql',
    addresses: { schemes: FORM.schemes, areFiles: false },
    language: 'sql',
    dialect: DIALECT,
    async describe(address, signal, asker, include) {
      return await withConnection(address, { signal, owner: describerOf(address, asker) }, (lease) =>
        describeDatabase(lease, include),
      )
    },
    inspect: {
      serverVersion: (address, signal) =>
        withConnection(address, { signal, owner: inspector(`version ${address}`) }, async ({ session }) => {
          const [[version] = []] = await session.queryInternal('SELECT VERSION()')
          return String(version)
        }),
      excessRights: (address, signal) =>
        withConnection(address, { signal, owner: inspector(`rights ${address}`) }, excessRights),
      leftOut: (address, signal) =>
        withConnection(address, { signal, owner: inspector(`left out ${address}`) }, async ({ session }) =>
          (await session.queryInternal(VIEWS)).map(([name]) => ({ kind: 'view', name: String(name) })),
        ),
    },
    async guard(draft, rules, owner = NO_OWNER) {
      const { result, replaced } = await guardDraft(draft, rules, (texts) => parser.parse(texts, owner))
      if (result.ok) replacements.set(result.query, replaced)
      return result
    },
    async run(address, query, limits) {
      const replaced = replacements.get(query)
      if (replaced === undefined) throw new Problem('internal', { cause: new Error('a query of another guard') })
      return await pool.run(address, limits, (lease) => runStatement(lease, { ...query, replaced }, limits))
    },
    async close() {
      await Promise.all([pool.close(), parser.close()])
    },
  }
}
