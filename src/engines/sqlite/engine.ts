import { NO_OWNER } from '../../access/rules/fair-semaphore.ts'
import { FAST_QUERY_MS } from '../../access/rules/slot-shares.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { WatchEngine } from '../../platform/metrics/rules/resource-usage.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Engine, RunLimits, RunResult } from '../engine.ts'
import { DESCRIBE_LIMITS, describerOf } from '../shared/connect/slot-owners.ts'
import { ParserPool, type ParserPoolOptions } from '../sql/parse/parser-pool.ts'
import { fileOf } from './connect/address.ts'
import type { Fence, Reply } from './connect/messages.ts'
import { ProcessDied, SessionPool } from './connect/session-pool.ts'
import { DIALECT } from './dialect.ts'
import { type GuardedDraft, guardDraft } from './guard/guard.ts'
import { buildFence } from './run/build-fence.ts'
import { explainError } from './run/explain-error.ts'

interface SqliteEngineOptions {
  /** Maximum number of concurrent statements, each in its own process. */
  readonly processesMax?: number
  /** Maximum time a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  readonly watch?: WatchEngine | undefined
  readonly parser?: ParserPoolOptions
}

/**
 * At most half for slow statements. A process has about 30 MB, exits after an idle minute, and is killed above 512 MB:
 * at most 4 GB in all.
 */
const PROCESSES_MAX = 8

/** Execution plans of queries from this guard; other queries are not run. */
const plans = new WeakMap<GuardedQuery, Plan>()

/** SQLite files, by addresses `sqlite:/absolute/path`. */
export const sqliteEngine = ({
  processesMax = PROCESSES_MAX,
  fastMs = FAST_QUERY_MS,
  parser: parserOptions,
  watch,
}: SqliteEngineOptions = {}): Engine => {
  const pool = new SessionPool(processesMax, fastMs)
  watch?.('sqlite', () => pool.usage)
  const parser = new ParserPool('sqlite', parserOptions)
  return {
    name: 'sqlite',
    addresses: { schemes: ['sqlite:'], areFiles: true },
    language: 'sql',
    dialect: DIALECT,
    async describe(address, signal, asker, include) {
      const job = { kind: 'describe', file: fileOf(address), include } as const
      const owner = describerOf(address, asker)
      const limits = { ...DESCRIBE_LIMITS, signal, owner }
      const reply = await pool.run(job, limits).catch(unlessDied)
      if (reply.kind === 'too large') throw new Problem('database_too_large', { message: reply.message })
      if (reply.kind !== 'tables') throw unreachable(reply)
      return { engine: 'sqlite', tables: reply.tables }
    },
    inspect: {
      serverVersion: async () => process.versions.sqlite ?? '',
      async leftOut(address, signal) {
        const limits = { ...DESCRIBE_LIMITS, signal, owner: describerOf(address, undefined) }
        const reply = await pool.run({ kind: 'left out', file: fileOf(address) }, limits).catch(unlessDied)
        if (reply.kind !== 'left out') throw unreachable(reply)
        return reply.found
      },
    },
    async guard(draft, rules, owner = NO_OWNER) {
      const guarded = await guardDraft(draft, rules, (texts) => parser.parse(texts, owner))
      if (guarded.result.ok) plans.set(guarded.result.query, { fence: buildFence(guarded), replaced: guarded.replaced })
      return guarded.result
    },
    async run(address, query, limits) {
      const plan = plans.get(query)
      if (plan === undefined) throw new Problem('internal', { cause: new Error('a query of another guard') })
      return await runPlan(pool, address, query, plan, limits)
    },
    async close() {
      await Promise.all([pool.close(), parser.close()])
    },
  }
}

interface Plan {
  readonly fence: Fence
  readonly replaced: GuardedDraft['replaced']
}

const runPlan = async (
  pool: SessionPool,
  address: string,
  { statement, parameters }: GuardedQuery,
  { fence, replaced }: Plan,
  limits: RunLimits,
): Promise<RunResult> => {
  const { rowsMax, bytesMax, wholeBytesMax = bytesMax, keepsCellsWhole = false } = limits
  const parts = { statement, parameters, fence, replaced, rowsMax, bytesMax, wholeBytesMax, keepsCellsWhole }
  const job = { kind: 'run', file: fileOf(address), ...parts } as const
  try {
    const reply = await pool.run(job, limits)
    if (reply.kind === 'rejected') return { ok: false, refusal: explainError(reply.message, statement) }
    if (reply.kind !== 'rows') throw unreachable(reply)
    return { ok: true, result: reply.result }
  } catch (error) {
    if (!(error instanceof ProcessDied)) throw error
    const hint = 'The query needs too much memory; ask for less at once.'
    return { ok: false, refusal: { reason: 'too_large', hint, repairable: true } }
  }
}

/** A description whose process died counts as unreachable. */
const unlessDied = (error: unknown): Reply => {
  if (error instanceof ProcessDied) return { kind: 'unreachable', detail: 'the process died' }
  throw error
}

const unreachable = (reply: Reply): Problem =>
  new Problem('database_unreachable', { cause: new Error(reply.kind === 'unreachable' ? reply.detail : reply.kind) })
