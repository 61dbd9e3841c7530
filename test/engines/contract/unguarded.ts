import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter, EngineUnguarded } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'
import { unordered } from './results.ts'

type Adapter = EngineAdapter & { readonly unguarded: EngineUnguarded }

const TIMEOUT_MS = 30_000

const WRITES = [
  "INSERT INTO countries (code, name) VALUES ('XX', 'Nowhere')",
  'UPDATE orders SET total = 0',
  'DELETE FROM item_notes',
  'CREATE TABLE stolen (id INTEGER)',
  'CREATE TABLE stolen AS SELECT 1 AS id',
  'DROP TABLE note_marks',
  'ALTER TABLE orders ADD COLUMN stolen INTEGER',
  'CREATE INDEX stolen ON orders (total)',
  'CREATE VIEW stolen AS SELECT 1 AS id',
  'SELECT 1; DELETE FROM item_notes',
  'COMMIT; DELETE FROM item_notes',
  'ROLLBACK; DROP TABLE note_marks',
  'COMMIT',
]

/** Without a guard, an engine still changes nothing and still stops statements in time. */
export const unguarded = (adapter: Adapter): void => {
  const bench = useBench(adapter)
  const { run, writes, endless } = adapter.unguarded
  afterAll(() => adapter.unguarded.close())

  /** All table names, columns and rows as JSON. */
  const everything = async (): Promise<string> => {
    const { engine, database } = bench()
    const { sql } = engine.dialect
    if (sql === null) throw new Error('the statements here are SQL')
    const { tables } = await engine.describe(database.address, never())
    const found: unknown[] = [tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])]
    for (const { name, columns } of TABLES) {
      const names = columns.map((column) => sql.identifier(column.name)).join(', ')
      found.push(unordered(await database.find(`SELECT ${names} FROM ${sql.identifier(name)}`)))
    }
    return JSON.stringify(found)
  }

  let before: string
  beforeAll(async () => {
    before = await everything()
  })

  it.each([...WRITES, ...writes])('%s changes nothing', async (statement) => {
    await run(bench().database.address, statement, TIMEOUT_MS).catch(() => undefined)
    // The statement may have changed its pooled connection: the next one must not write either.
    await run(bench().database.address, 'DELETE FROM item_notes', TIMEOUT_MS).catch(() => undefined)
    expect(await everything()).toBe(before)
    expect(await bench().rows(adapter.drafts.one)).toMatchObject({ rowCount: 1 })
  })

  it('an endless statement is stopped with query_timeout', async () => {
    const running = run(bench().database.address, endless, 500)
    await expect(running).rejects.toMatchObject({ problem: 'query_timeout' })
    await bench().seenEnded()
  })
}
