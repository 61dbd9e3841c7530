import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { guardDraft as guardCommand } from '../src/engines/mongodb/guard/guard.ts'
import { guardDraft } from '../src/engines/postgres/guard/guard.ts'
import type { GuardRules } from '../src/guard/guard-rules.ts'
import type { GuardResult } from '../src/guard/guarded-query.ts'
import type { Table } from '../src/guard/schema.ts'
import { shopRules } from '../test/engines/mongodb/guard/shop.ts'
import { SHOP_PIPELINES } from '../test/engines/mongodb/guard/shop-pipelines.ts'
import { GuardBench as MysqlBench, rulesFor as mysqlRules } from '../test/engines/mysql/guard-bench.ts'
import { QUERIES as MYSQL_QUERIES } from '../test/engines/mysql/oracle-queries.ts'
import { rulesFor as postgresRules } from '../test/engines/postgres/guard-rules.ts'
import { QUERIES as POSTGRES_QUERIES } from '../test/engines/postgres/oracle-queries.ts'
import { GuardBench as SqliteBench, rulesFor as sqliteRules } from '../test/engines/sqlite/guard-bench.ts'
import { QUERIES as SQLITE_QUERIES } from '../test/engines/sqlite/oracle-queries.ts'

/**
 * Benchmarks guarding a query, from draft to sealed statement, for each engine's honest queries over a schema of 14 and
 * of 500 tables: `node bench/guard.ts [--engine postgres|mysql|sqlite|mongodb]`.
 */
const { values: options } = parseArgs({ options: { engine: { type: 'string', multiple: true } } })

interface Guarded {
  readonly engine: string
  readonly queries: readonly string[]
  readonly rules: GuardRules
  readonly guard: (draft: string, rules: GuardRules) => Promise<GuardResult>
}

const mysql = new MysqlBench()
const sqlite = new SqliteBench()

const ENGINES: readonly Guarded[] = [
  {
    engine: 'postgres',
    queries: POSTGRES_QUERIES,
    rules: postgresRules(1, 'ann'),
    guard: async (...of) => guardDraft(...of),
  },
  { engine: 'mysql', queries: MYSQL_QUERIES, rules: mysqlRules(1, 'ann'), guard: (...of) => mysql.guard(...of) },
  { engine: 'sqlite', queries: SQLITE_QUERIES, rules: sqliteRules(1, 'ann'), guard: (...of) => sqlite.guard(...of) },
  {
    engine: 'mongodb',
    queries: SHOP_PIPELINES.map((draft) => JSON.stringify(draft)),
    rules: shopRules(1, 'ann'),
    guard: guardCommand,
  },
]

/** With so many runs some are undisturbed, even on a shared machine. */
const RUNS = 43
const COLD = 3
const TABLES = [14, 500] as const

const withTables = (rules: GuardRules, count: number): GuardRules => {
  const [first] = rules.schema.tables
  if (first === undefined) throw new Error('a schema has tables')
  const more = Array.from(
    { length: Math.max(0, count - rules.schema.tables.length) },
    (_, index): Table => ({ ...first, name: `more_${index}` }),
  )
  return { ...rules, schema: { ...rules.schema, tables: [...more, ...rules.schema.tables] } }
}

interface Measured {
  /** Microseconds: the minimum of several runs per query, which other load did not disturb. */
  readonly times: readonly number[]
  /** By the processor time of all runs. */
  readonly perSecond: number
}

/** The query as a text that was never seen before. */
const anew = (draft: string, run: number): string =>
  draft.startsWith('{')
    ? `{${' '.repeat(run + 1)}${draft.slice(1)}`
    : draft.replace(/^\W*\w+/, (opening) => opening + ' '.repeat(run + 1))

const measure = async ({ guard, queries }: Guarded, rules: GuardRules, again: boolean): Promise<Measured> => {
  const least = new Map<string, number>()
  let used = process.cpuUsage()
  for (let run = 0; run < RUNS; run++) {
    // The first runs warm up the JIT compiler.
    if (run === COLD) used = process.cpuUsage()
    for (const draft of queries) {
      const written = again ? draft : anew(draft, run)
      const before = performance.now()
      const result = await guard(written, rules)
      const microseconds = (performance.now() - before) * 1_000
      if (!result.ok) throw new Error(`refused: ${draft}`)
      if (run >= COLD) least.set(draft, Math.min(least.get(draft) ?? Number.POSITIVE_INFINITY, microseconds))
    }
  }
  const { user, system } = process.cpuUsage(used)
  const perSecond = Math.round((1_000_000 * queries.length * (RUNS - COLD)) / (user + system))
  return { times: [...least.values()].toSorted((a, b) => a - b), perSecond }
}

const at = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} µs`

console.log(
  `For each query the least of ${RUNS - COLD} runs, on the clock; queries/s by the processor time of all those runs.`,
)
for (const guarded of ENGINES.filter(({ engine }) => options.engine?.includes(engine) ?? true))
  for (const [count, again] of TABLES.flatMap((count) => [[count, false] as const, [count, true] as const])) {
    const { times, perSecond } = await measure(guarded, withTables(guarded.rules, count), again)
    console.log(
      `${guarded.engine}, ${count} tables, ${guarded.queries.length} queries${again ? ' again' : ''}: median ${at(times, 0.5)}, p99 ${at(times, 0.99)}, ${perSecond} queries/s`,
    )
  }
await Promise.all([mysql.close(), sqlite.close()])
