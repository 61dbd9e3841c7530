import { accepted } from '../../../engines/contract/results.ts'
import { CHAINS, filling, NESTINGS } from '../../../engines/sqlite/hostile-shapes.ts'
import { type Bench, openBench } from '../../../engines/sqlite/with-engine.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../support/cost.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const VALID = 'SELECT c.name, SUM(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.name'
const shapes = Object.entries({ ...CHAINS, ...NESTINGS })

describe('SQLite guard', () => {
  it.each(shapes)('accepts a valid draft after hostile ones: %s', async (_, shape) => {
    const drafts = [...[10, 100, 400, 800].map(shape), filling(shape, 5_000), filling(shape, 19_000)]
    for (const draft of drafts) {
      const guarded = await bench.engine.guard(draft, bench.rules(1))
      // The limits must refuse the draft before it crashes a parser thread (`too_complex`).
      if (!guarded.ok) expect(guarded.refusal.reason).not.toBe('too_complex')
      accepted(await bench.engine.guard(VALID, bench.rules(1)))
    }
  })

  it('refuses an oversized draft with a hint', async () => {
    for (const [name, draft] of [
      ['plus', CHAINS.plus?.(800)],
      ['nesting', NESTINGS.parentheses?.(100)],
      ['list', CHAINS.list?.(8_000)],
      ['union', CHAINS.union?.(100)],
    ] as const) {
      const guarded = await bench.engine.guard(draft ?? '', bench.rules(1))
      expect({ name, guarded }).toMatchObject({ guarded: { ok: false, refusal: { repairable: true } } })
      if (!guarded.ok) expect(guarded.refusal.hint).toMatch(/instead|WITH|at most/)
    }
  })
})

describe(`SQLite guard blocks the event loop for less than ${HOLD_MS_MAX} ms:`, () => {
  const rules = () => bench.rules(1, 'ann')

  it.each(shapes)('%s', async (_, shape) => {
    // Drafts just below the token limit cost most.
    for (const draft of [...HOSTILE_SIZES, 2_500, 4_000, 6_000, 20_000].map((size) => filling(shape, size)))
      expect(await threadCostMs(() => bench.engine.guard(draft, rules()), 4)).toBeLessThan(HOLD_MS_MAX)
  })

  it.each<readonly [string, (part: string) => string, string]>([
    ['lists of columns', (part) => `SELECT id${part} FROM orders`, ',id'],
    ['columns of many tables', (part) => `SELECT ${'o15.id'}${part} FROM ${aliases(16)}`, ',o15.id'],
    ['columns of many sub-selects', (part) => `SELECT a59${part} FROM ${subSelects(60)}`, ',a59'],
    ['lookups of result columns', (part) => `SELECT ${columns(1_500)} FROM orders ORDER BY 1${part}`, ',c7'],
    ['columns of outer queries', (part) => `SELECT (SELECT (SELECT id${part})) FROM orders`, ',id'],
    [
      'sub-selects of all columns',
      (part) => `SELECT 1 FROM (SELECT * FROM orders) a${part}`,
      ',(SELECT * FROM (SELECT 1))',
    ],
    ['texts', (part) => `SELECT 'x'${part} FROM orders`, ",'x'"],
    ['unknown columns', (part) => `SELECT nothing${part} FROM orders`, ',nothing'],
  ])('%s', async (_, draft, link) => {
    for (const count of [200, 600, 1_200, 1_600, 1_950, 10_000]) {
      const text = draft(link.repeat(count))
      expect(await threadCostMs(() => bench.engine.guard(text, rules()), 4)).toBeLessThan(HOLD_MS_MAX)
    }
  })

  it('wide tables in a database of 1,000 tables', async () => {
    const table = (index: number) => ({
      name: `table_${index}`,
      primaryKey: [],
      foreignKeys: [],
      columns: Array.from({ length: 80 }, (_, at) => ({ name: `column_${at}`, type: 'TEXT', nullable: true })),
    })
    const schema = { engine: 'sqlite', tables: Array.from({ length: 1_000 }, (_, index) => table(index)) }
    const tables = Object.fromEntries(schema.tables.map(({ name }) => [name, { mode: 'tenant' } as const]))
    const tenant = { column: 'column_0', type: 'string' } as const
    const wide = {
      schema,
      policy: { version: 1, engine: 'sqlite', tenant, tables } as const,
      restriction: { tenant: { type: 'string', value: 'a' } } as const,
    }
    for (const reads of [1, 8, 16]) {
      const from = Array.from({ length: reads }, (_, index) => `table_${index} t${index}`).join(', ')
      const draft = `SELECT t0.column_1${',t0.column_1'.repeat(400)} FROM ${from}`
      expect(await bench.engine.guard(draft, wide)).toMatchObject({ ok: true })
      const cost = await threadCostMs(() => bench.engine.guard(draft, wide), 10)
      expect(cost).toBeLessThan(HOLD_MS_MAX)
      expect(await threadCostMs(() => bench.engine.guard('SELECT 1 FROM none', wide), 3)).toBeLessThan(HOLD_MS_MAX)
    }
  })
})

const aliases = (count: number): string => Array.from({ length: count }, (_, index) => `orders o${index}`).join(', ')
const subSelects = (count: number): string =>
  Array.from({ length: count }, (_, index) => `(SELECT 1 AS a${index}) s${index}`).join(', ')
const columns = (count: number): string => Array.from({ length: count }, (_, index) => `id c${index}`).join(',')
