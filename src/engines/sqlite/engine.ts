import type { QueryResult } from '../../domain/ask/outcome.ts'
import type { GuardedQuery } from '../../domain/guard/guarded-query.ts'
import { Problem } from '../../domain/problem.ts'
import type { Engine, RunLimits, RunResult } from '../engine.ts'
import { fileOf } from './address.ts'
import { DIALECT_NOTES } from './dialect-notes.ts'
import { type Guarded, guardDraft } from './guard/guard.ts'
import { quote } from './guard/names.ts'
import { explainError } from './run/explain-error.ts'
import { fenceAround } from './run/fence-around.ts'
import type { Fence, Reply, Rows } from './run/messages.ts'
import { Died, Pool } from './run/pool.ts'

export interface SqliteEngineOptions {
  /** Statements that run at once; each has a process of its own. */
  readonly processesMax?: number
}

const DESCRIBE_MS = 30_000

/** What belongs to a query beside its statement: it exists for queries of this guard only, and nothing else is run. */
const plans = new WeakMap<GuardedQuery, Plan>()

/** SQLite files, by addresses `sqlite:/absolute/path`. */
export const sqliteEngine = ({ processesMax = 4 }: SqliteEngineOptions = {}): Engine => {
  const pool = new Pool(processesMax)
  return {
    name: 'sqlite',
    language: 'sql',
    dialectNotes: DIALECT_NOTES,
    async describe(address, signal) {
      const job = { kind: 'describe', file: fileOf(address) } as const
      const reply = await pool.run(job, { timeoutMs: DESCRIBE_MS, signal, owner: `describe ${address}` })
      if (reply.kind !== 'tables') throw unreachable(reply)
      return { engine: 'sqlite', tables: reply.tables }
    },
    guard(draft, rules) {
      const guarded = guardDraft(draft, rules)
      if (guarded.result.ok) plans.set(guarded.result.query, { fence: fenceAround(guarded), guarded })
      return guarded.result
    },
    draftDistinct({ table, column, valuesMax, lengthMax }) {
      const [from, name] = [quote(table), quote(column)]
      const short = `${name} IS NOT NULL AND length(${name}) <= ${lengthMax}`
      return `SELECT DISTINCT ${name} AS value FROM ${from} WHERE ${short} LIMIT ${valuesMax}`
    },
    async run(address, query, limits) {
      const plan = plans.get(query)
      if (plan === undefined) throw new Problem('internal', { cause: new Error('a query of another guard') })
      return await runPlan(pool, address, query, plan, limits)
    },
    close: () => pool.close(),
  }
}

interface Plan {
  readonly fence: Fence
  readonly guarded: Guarded
}

const runPlan = async (
  pool: Pool,
  address: string,
  { statement, parameters }: GuardedQuery,
  { fence, guarded }: Plan,
  { rowsMax, bytesMax, timeoutMs, signal }: RunLimits,
): Promise<RunResult> => {
  const job = { kind: 'run', file: fileOf(address), statement, parameters, fence, rowsMax, bytesMax } as const
  const owner = `${address} ${fence.values.join(' ')}`
  try {
    const reply = await pool.run(job, { timeoutMs, signal, owner })
    if (reply.kind === 'rejected') return { ok: false, refusal: explainError(reply.message, statement) }
    if (reply.kind !== 'rows') throw unreachable(reply)
    return { ok: true, result: resultOf(reply.rows, guarded) }
  } catch (error) {
    if (!(error instanceof Died)) throw error
    const hint = 'The query needs too much memory; ask for less at once.'
    return { ok: false, refusal: { reason: 'too_large', hint, repairable: true } }
  }
}

const unreachable = (reply: Reply): Problem =>
  new Problem('database_unreachable', { cause: new Error(reply.kind === 'unreachable' ? reply.detail : reply.kind) })

/** A result column without an alias is named after its text, and that should be the text that was drafted. */
const resultOf = ({ columns, rows, truncated, executionTimeMs }: Rows, { replaced }: Guarded): QueryResult => {
  const drafted = (name: string): string =>
    replaced.reduce((written, { text, name: table }) => written.replaceAll(text, table), name)
  const renamed = columns.map(({ name, type }) => ({ name: drafted(name), type }))
  const result = { rowCount: rows.length, truncated, executionTimeMs }
  if (columns.every(({ name }, index) => name === renamed[index]?.name)) return { columns, rows, ...result }
  const rowsRenamed = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [drafted(key), value])),
  )
  return { columns: renamed, rows: rowsRenamed, ...result }
}
