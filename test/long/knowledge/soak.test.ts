import v8 from 'node:v8'
import vm from 'node:vm'
import { withContext } from '../../../bench/questions/with-context.ts'
import { EMPTY_CATALOG } from '../../../src/ask/rules/catalog.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import { KnowledgeReader } from '../../../src/knowledge/knowledge-reader.ts'
import type { DatabaseSettings } from '../../../src/manage/databases/rules/database-settings.ts'
import { builtinPlanner } from '../../../src/planner/builtin/index.ts'
import { CacheMemory } from '../../../src/platform/memory/cache-memory.ts'
import { restrictionOf } from '../../engines/sqlite/shop-fixture.ts'
import { scriptedEngine } from '../../knowledge/scripted-engine.ts'
import { largeTables } from '../../planner/builtin/large.ts'

v8.setFlagsFromString('--expose-gc')
const collect: () => void = vm.runInNewContext('gc')
const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

const MB = 1024 * 1024
const BYTES_MAX = 16 * MB
const readerOf = (bytesMax: number) => new KnowledgeReader(new CacheMemory(bytesMax), { lookUpMs: 60_000 })
/** Questions after which code is compiled and the word cache of the planner is full. */
const WARM_UP = 400

/** Half of the tables also have a scope column. */
const TABLES = largeTables(30, 60).map((table, index) =>
  index % 2 === 0 ? { ...table, columns: [...table.columns, { name: 'owner', type: 'TEXT', nullable: false }] } : table,
)
const POLICY: Policy = {
  version: 1,
  engine: 'scripted',
  tenant: { column: 'status', type: 'integer' },
  scope: { column: 'owner', type: 'string', missing_scope: 'ignore' },
  tables: { '*': { mode: 'tenant' } },
}
const DATABASE: DatabaseSettings = {
  id: 'd',
  organizationId: 1,
  name: 'large',
  engine: 'scripted',
  requiresOrganizationScoping: true,
  policy: POLICY,
  glossary: EMPTY_GLOSSARY,
}

const planner = builtinPlanner()

const asking = (reader: KnowledgeReader, valuesPerColumn: number) => {
  const engine = scriptedEngine(valuesPerColumn)
  const schema = { engine: 'scripted', tables: TABLES }
  return async (tenant: number, scope: string | undefined, question: string): Promise<void> => {
    const restriction = restrictionOf(tenant, scope)
    const { signal } = new AbortController()
    const asked = { question, recentTurns: [] }
    const about = { database: DATABASE, engine, address: '', schema, restriction }
    const request = { ...about, catalog: EMPTY_CATALOG, asked, signal }
    const knowledge = await reader.read(request)
    await planner.draft(
      withContext({ question, askedAt: '2026-11-21T10:00:00.000Z', recentTurns: [], knowledge, signal }),
    )
  }
}

const TOPICS = ['order lines', 'customer notes', 'product items', 'invoices', 'visits', 'tickets', 'sites', 'assets']
/** A different question each time, with new words. */
const questionOf = (n: number): string =>
  `How many ${TOPICS[n % TOPICS.length]} of Value ${n} and total amount by ${TOPICS[(n + 3) % TOPICS.length]} zz${n}?`

describe('KnowledgeReader with 1,000 scopes and questions', () => {
  const reader = readerOf(BYTES_MAX)
  afterAll(() => reader.close())

  it('keeps cached bytes and heap growth within the limit', async () => {
    // Compiled code and remembered words are not growth, so other scopes ask first.
    const others = readerOf(BYTES_MAX)
    const askBefore = asking(others, 20)
    for (let n = 0; n < WARM_UP; n++) await askBefore(n % 50, `other scope ${n}`, questionOf(-n))
    others.close()
    const ask = asking(reader, 20)
    await ask(1, undefined, questionOf(0))
    await ask(1, 'first', questionOf(0))
    const before = heap()
    for (let n = 1; n <= 1_000; n++) await ask(n % 50, `scope ${n}`, questionOf(n))
    expect(reader.held.names.bytes).toBeLessThanOrEqual(BYTES_MAX)
    expect(reader.held.views.entries).toBe(2)
    // Half of the limit more, for garbage that a collection leaves.
    expect(heap() - before).toBeLessThan(1.5 * BYTES_MAX)
  }, 300_000)
})

describe('Cache weight of values', () => {
  it('covers their heap use with the index of the planner', async () => {
    const reader = readerOf(64 * MB)
    const ask = asking(reader, 400)
    await ask(1, 'first', questionOf(0))
    const [before, weight] = [heap(), reader.held.names.bytes]
    for (let n = 1; n <= 20; n++) await ask(1, `scope ${n}`, questionOf(1))
    const grown = heap() - before
    const weighed = reader.held.names.bytes - weight
    expect(weighed).toBeGreaterThan(MB)
    expect(grown).toBeLessThan(1.2 * weighed)
    reader.close()
  }, 300_000)
})
