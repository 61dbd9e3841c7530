import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { EMPTY_GLOSSARY } from '../src/ask/rules/glossary.ts'
import { sqliteEngine } from '../src/engines/sqlite/engine.ts'
import { makeInitialPolicy } from '../src/guard/proposal/initial-policy.ts'
import { restrict } from '../src/guard/restriction.ts'
import { databaseAccess } from '../src/knowledge/database-access.ts'
import { reviewOf } from '../src/manage/databases/review.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import { builtinPlanner } from '../src/planner/builtin/index.ts'
import { CacheMemory } from '../src/platform/memory/cache-memory.ts'
import { runInSlices } from '../src/platform/values/sliced.ts'
import { machine } from './measure/machine.ts'
import { withContext } from './questions/with-context.ts'
import { manyTables } from './tables/many-tables.ts'

/**
 * Benchmarks connecting and asking as a database has more tables and columns: wall and processor time of this process,
 * the longest time that the event loop was blocked, and the cached data, by weight and by heap.
 * `node --expose-gc bench/tables.ts [--sizes 500x6,1000x6,2000x6,4000x6,8000x6,500x120]`
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '500x6,1000x6,2000x6,4000x6,8000x6,500x120' } },
})
const QUESTION = 'How many payments are there?'

let longest = 0
let since = process.threadCpuUsage()
/** Processor time of this thread since it last yielded, in ms. */
const sampleLoop = (): void => {
  const { user, system } = process.threadCpuUsage(since)
  longest = Math.max(longest, (user + system) / 1000)
  since = process.threadCpuUsage()
  setImmediate(sampleLoop).unref()
}
sampleLoop()

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** @returns the value, and `milliseconds (processor, longest block)` */
const timed = async <Value>(work: () => Promise<Value>): Promise<readonly [Value, string]> => {
  await turn()
  longest = 0
  const [began, before] = [performance.now(), process.threadCpuUsage()]
  const value = await work()
  const ms = performance.now() - began
  await turn()
  const { user, system } = process.threadCpuUsage(before)
  return [value, `${ms.toFixed(0)} (${((user + system) / 1000).toFixed(0)}, ${longest.toFixed(0)})`]
}

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const table = new Table({
  head: ['tables × columns', 'connecting', 'first question', 'another', 'kept: weighed', 'in the heap'],
  style: { head: [], border: [], compact: true },
})
console.log(machine())
console.log('milliseconds (of the processor, held at most)')
const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-tables-'))
const engine = sqliteEngine()
// Warms up the JIT compiler and starts processes.
for (const size of ['20x6', ...values.sizes.split(',')]) {
  const [tables = 0, columns = 0] = size.split('x').map(Number)
  const file = path.join(folder, `${size}.sqlite`)
  manyTables(file, tables, columns)
  const address = `sqlite:${file}`
  const memory = new CacheMemory()
  const before = heap()
  const [policy, connecting] = await timed(async () => {
    const schema = await engine.describe(address, AbortSignal.timeout(60_000))
    const first = await runInSlices(
      makeInitialPolicy(schema, { folding: engine.dialect.folding(schema), options: { scoped: true } }),
    )
    if (first.kind === 'unfit') throw new Error(first.message)
    await reviewOf({ engine, address }, schema, first.policy)
    return first.policy
  })
  const settings: DatabaseSettings = {
    id: size,
    organizationId: 1,
    name: size,
    engine: 'sqlite',
    requiresOrganizationScoping: true,
    policy,
    glossary: EMPTY_GLOSSARY,
  }
  const access = databaseAccess(
    { database: async () => settings, databaseAddress: async () => address, catalog: async () => undefined },
    [engine],
    memory,
  )
  const caller = { kind: 'organization', organizationId: 1, userId: 0, tenantId: '1' } as const
  const ask = async (): Promise<void> => {
    const { signal } = new AbortController()
    const open = await access.openDatabase(caller, size)
    const knowledge = await access.knowledge(caller, size, { question: QUESTION, recentTurns: [] }, signal)
    const request = { question: QUESTION, askedAt: new Date().toISOString(), recentTurns: [], knowledge, signal }
    const draft = await builtinPlanner().draft(withContext(request))
    if (draft.mode !== 'query') throw new Error('not understood')
    const rules = { schema: open.schema, policy, restriction: restrict(caller, settings) }
    const guarded = await engine.guard(draft.query, rules)
    if (!guarded.ok) throw new Error(guarded.refusal.hint)
    const limits = { timeoutMs: 30_000, owner: caller, rowsMax: 200, bytesMax: 1_000_000, signal, turnId: 'bench' }
    await engine.run(address, guarded.query, limits)
  }
  const [, asking] = await timed(ask)
  const [, again] = await timed(ask)
  const held = [memory.size.bytes, heap() - before].map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`)
  if (size !== '20x6') table.push([`${tables} × ${columns}`, connecting, asking, again, ...held])
  access.close()
  memory.close()
}
console.log(table.toString())
await engine.close()
rmSync(folder, { recursive: true })
process.exit()
