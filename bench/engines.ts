import os from 'node:os'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import type { GuardRules } from '../src/guard/guard-rules.ts'
import type { GuardedQuery } from '../src/guard/guarded-query.ts'
import type { Policy } from '../src/guard/policy.ts'
import { type Schema, tableName } from '../src/guard/schema.ts'
import { BENCH_SERVERS, type BenchServer } from './engines/bench-server.ts'
import { ROWS, SHAPES, TENANT, TENANTS } from './engines/shapes.ts'

/**
 * Benchmarks the guard on large tables: each query as a planner drafts it, guarded, and the same query with a
 * hand-written tenant condition, alternating on one server through the same driver; also the pages or rows that the
 * server reads for each, which are independent of other load.
 * `node bench/engines.ts [--engine postgres|mysql] [--repeat 15] [--plans]`
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true },
    repeat: { type: 'string', default: '15' },
    plans: { type: 'boolean', default: false },
  },
})

const never = new AbortController().signal
const LIMITS = { timeoutMs: 60_000, rowsMax: 1_000, bytesMax: 2 ** 20, turnId: 'bench', signal: never }

const main = async () => {
  console.log(`${os.cpus().length} cores, ${os.cpus()[0]?.model}, load ${os.loadavg()[0]?.toFixed(1)}`)
  for (const name of values.engine ?? Object.keys(BENCH_SERVERS)) {
    const place = await BENCH_SERVERS[name]?.()
    if (place === undefined) throw new RangeError(`no place for ${name}: ${Object.keys(BENCH_SERVERS).join(', ')}`)
    try {
      await measure(name, place)
    } finally {
      await place.close()
    }
  }
}

const measure = async (name: string, place: BenchServer): Promise<void> => {
  for (const statement of place.tables.create) await place.sql(statement)
  const schema = await place.engine.describe(place.address, never)
  const [guarded, open] = [policyOf(schema, name), policyOf(schema, name, 'shared')]
  const tenant = { tenant: { type: 'integer', value: BigInt(TENANT) } } as const
  const table = new Table({
    head: ['query', 'by hand (ms)', 'guarded (ms)', 'ratio', 'index kept', 'read by hand', 'read guarded'],
    style: { head: [], border: [], compact: true },
  })
  for (const { name: shape, draft, byHand, fenced } of SHAPES) {
    const query = await guard(place, draft, { schema, policy: guarded, restriction: tenant })
    const hand = await guard(place, byHand, { schema, policy: open, restriction: {} })
    const times: { query: number[]; hand: number[] } = { query: [], hand: [] }
    for (let round = 0; round <= Number(values.repeat); round++) {
      const [a, b] = [await timed(place, hand), await timed(place, query)]
      // The first round warms the caches of both.
      if (round === 0) continue
      times.hand.push(a)
      times.query.push(b)
    }
    const plan = JSON.stringify(await place.sql(`EXPLAIN ${query.statement}`, query.parameters))
    const kept =
      place.engine.name === 'postgres' ? !/Seq Scan on sale/.test(plan) : !/"sale[^}]*"type":"ALL"/.test(plan)
    const [h, q] = [median(times.hand), median(times.query)]
    table.push([
      `${shape}${fenced ? ' (fenced)' : ''}`,
      h.toFixed(2),
      q.toFixed(2),
      (q / h).toFixed(2),
      kept ? 'yes' : 'no',
      await place.touched(hand.statement, hand.parameters),
      await place.touched(query.statement, query.parameters),
    ])
    if (values.plans) console.log(`${shape}\n${query.statement}\n${plan}\n`)
  }
  console.log(`${name}: ${ROWS.toLocaleString('en')} rows of ${TENANTS} tenants, medians of ${values.repeat}`)
  console.log(table.toString())
}

const policyOf = (schema: Schema, engine: string, all?: 'shared'): Policy => {
  const named = (name: string): string => {
    const table = schema.tables.find((one) => one.name === name)
    return table === undefined ? name : tableName(table)
  }
  return {
    version: 1,
    engine,
    tenant: { column: 'tenant_id', type: 'integer' },
    tables: {
      [named('customers')]: { mode: all ?? 'tenant' },
      [named('sales')]: { mode: all ?? 'tenant' },
      [named('sale_notes')]: all ? { mode: all } : { mode: 'via', fk: 'sale_id', ref: `${named('sales')}.id` },
    },
  }
}

const guard = async ({ engine }: BenchServer, draft: string, rules: GuardRules): Promise<GuardedQuery> => {
  const result = await engine.guard(draft, rules)
  if (!result.ok) throw new Error(`refused: ${result.refusal.hint}: ${draft}`)
  return result.query
}

const timed = async ({ engine, address }: BenchServer, query: GuardedQuery): Promise<number> => {
  const ran = await engine.run(address, query, { ...LIMITS, owner: { organizationId: 1 } })
  if (!ran.ok) throw new Error(ran.refusal.hint)
  return ran.result.executionTimeMs
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

await main()
