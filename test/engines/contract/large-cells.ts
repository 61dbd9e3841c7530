import type { QueryResult } from '../../../src/ask/rules/outcome.ts'
import type { Engine, RunLimits } from '../../../src/engines/engine.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { HOLD_MS_MAX } from '../../support/cost.ts'
import { longestHoldMs } from '../../support/longest-hold.ts'
import { never } from './contract-bench.ts'
import type { EngineAdapter, LoadedDatabase } from './engine-adapter.ts'
import { type FixtureTable, id, integer, text } from './fixture-table.ts'
import { accepted } from './results.ts'

const LARGE = `ä🙂${'x'.repeat(299_998)}`
const WHOLE_BYTES_MAX = 256 * 1024
const BYTES_MAX = 4 * 1024 * 1024

const ARTICLES: FixtureTable = {
  name: 'articles',
  columns: [id(), text('body'), integer('stars')],
  rows: [
    { id: 1, body: 'short', stars: 5 },
    { id: 2, body: LARGE, stars: 4 },
    { id: 3, body: 'y'.repeat(5_000), stars: 3 },
  ],
}
const PARAGRAPHS: FixtureTable = {
  name: 'paragraphs',
  columns: [id(), text('body')],
  rows: Array.from({ length: 200 }, (_, row) => ({ id: row + 1, body: `${row}`.padEnd(2_000, '.') })),
}

export const largeCells = (adapter: EngineAdapter): void => {
  describe('large cells', () => {
    let engine: Engine
    let database: LoadedDatabase
    let schema: Schema
    beforeAll(async () => {
      engine = adapter.start()
      database = await adapter.load([ARTICLES, PARAGRAPHS])
      schema = await engine.describe(database.address, never())
    })
    afterAll(async () => {
      await engine.close()
      await database.remove()
    })

    const rowsOf = async (draft: string, limits: Partial<RunLimits> = {}): Promise<QueryResult> => {
      const tables = Object.fromEntries(
        [ARTICLES, PARAGRAPHS].map(({ name }) => [adapter.tableName?.(name) ?? name, { mode: 'shared' as const }]),
      )
      const policy: Policy = { version: 1, engine: engine.name, tables }
      const query = accepted(await engine.guard(draft, { schema, policy, restriction: {} }))
      const ran = await engine.run(database.address, query, {
        timeoutMs: 30_000,
        rowsMax: 200,
        bytesMax: BYTES_MAX,
        wholeBytesMax: WHOLE_BYTES_MAX,
        turnId: 'test',
        owner: { organizationId: 1 },
        signal: never(),
        ...limits,
      })
      if (!ran.ok) throw new Error(ran.refusal.hint)
      return ran.result
    }
    const { large } = adapter

    it('are shortened to 4,096 characters, and no row is left out', async () => {
      const { rows, rowCount, truncated, shortened, columns } = await rowsOf(large.articles)
      expect({ rowCount, truncated }).toEqual({ rowCount: 3, truncated: false })
      expect(rows.map(({ stars }) => stars)).toEqual([5, 4, 3])
      expect(rows.map(({ body }) => body)).toEqual(['short', `ä🙂${'x'.repeat(4_094)}`, 'y'.repeat(4_096)])
      expect(shortened).toEqual([
        { row: 1, column: 'body', length: 300_000 },
        { row: 2, column: 'body', length: 5_000 },
      ])
      expect(columns.map(({ type }) => type)).toEqual(['number', 'text', 'number'])
    })

    it('are complete if all rows together are below wholeBytesMax', async () => {
      const result = await rowsOf(large.articles, { wholeBytesMax: BYTES_MAX })
      expect(result.rows[1]?.body).toBe(LARGE)
      expect(result).not.toHaveProperty('shortened')
    })

    it('of at most 4,096 characters are complete, even if all rows together exceed wholeBytesMax', async () => {
      const { rowCount, truncated, shortened, rows } = await rowsOf(large.paragraphs)
      expect({ rowCount, truncated, shortened }).toEqual({ rowCount: 200, truncated: false, shortened: undefined })
      expect(rows.every(({ body }) => String(body).length === 2_000)).toBe(true)
    })

    it('are shortened further before a row is left out', async () => {
      const { rowCount, truncated, shortened } = await rowsOf(large.paragraphs, {
        bytesMax: 100_000,
        wholeBytesMax: 100_000,
      })
      expect({ rowCount, truncated, cut: shortened?.length }).toEqual({ rowCount: 200, truncated: false, cut: 200 })
    })

    it('are not shortened with keepsCellsWhole: rows are left out instead', async () => {
      const whole = { keepsCellsWhole: true, bytesMax: 100_000, wholeBytesMax: 100_000 }
      const { rows, truncated, shortened } = await rowsOf(large.paragraphs, whole)
      expect({ truncated, shortened }).toEqual({ truncated: true, shortened: undefined })
      expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThanOrEqual(100_000 + 2)
      expect(rows.length).toBeGreaterThan(40)
      expect(rows.every(({ body }) => String(body).length === 2_000)).toBe(true)
    })

    it('in many rows do not block the event loop, and the rows keep their order', async () => {
      const limits = { keepsCellsWhole: true, rowsMax: 30_000, bytesMax: 64 * 1024 * 1024 }
      let result: QueryResult | undefined
      const blockedMs = await longestHoldMs(async () => {
        result = await rowsOf(large.pairs, limits)
      }, 1)
      expect(blockedMs).toBeLessThan(HOLD_MS_MAX)
      const { rows = [], rowCount, truncated } = result ?? {}
      expect({ rowCount, truncated }).toEqual({ rowCount: 30_000, truncated: true })
      expect(rows.every(({ a, b }, at) => a === Math.floor(at / 200) + 1 && b === (at % 200) + 1)).toBe(true)
    })

    it.each(large.aggregated)('that aggregate many rows are shortened: %s', async (draft) => {
      const { rows, truncated, shortened = [] } = await rowsOf(draft)
      expect(truncated).toBe(false)
      expect(rows.reduce((sum, { n }) => sum + Number(n), 0)).toBe(200)
      for (const { all } of rows) {
        expect(String(all)).toMatch(/^\W*[\w": {]*\d+\.{1990}/)
        expect(String(all)).toHaveLength(4_096)
      }
      expect(shortened.map(({ row, column }) => ({ row, column }))).toEqual(
        rows.map((_, row) => ({ row, column: 'all' })),
      )
      expect(shortened.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(400_000)
    })
  })
}
