import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../../../src/engines/engine.ts'
import { allEngines } from '../../../src/engines/index.ts'

let folder: string
let engine: Engine
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabletalk-'))
  const found = allEngines({ allowPrivateHosts: true }).find(({ name }) => name === 'sqlite')
  if (found === undefined) throw new Error('no such engine')
  engine = found
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const { signal } = new AbortController()
const unreachable = { problem: 'database_unreachable' }
const tableless = { ...unreachable, message: expect.stringContaining('no table') }

const make = (name: string, sql: string): string => {
  const file = join(folder, name)
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return file
}

const describeDatabase = (file: string) => engine.describe(`sqlite:${file}`, signal)

describe('an SQLite database without tables is database_unreachable:', () => {
  it('an empty file', async () => {
    const file = join(folder, 'zero.sqlite')
    writeFileSync(file, '')
    await expect(describeDatabase(file)).rejects.toMatchObject(unreachable)
  })
  it('a database without any object', async () => {
    await expect(describeDatabase(make('empty.sqlite', 'PRAGMA user_version = 7'))).rejects.toMatchObject(unreachable)
  })
  it('a database with only views', async () => {
    const file = make('views.sqlite', 'CREATE VIEW v AS SELECT 1 AS one')
    await expect(describeDatabase(file)).rejects.toMatchObject(tableless)
  })
  it('a file that was emptied after its description, also for queries, until its tables are restored', async () => {
    const file = make('emptied.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    const schema = await describeDatabase(file)
    const policy = { version: 1, engine: 'sqlite', tables: { t: { mode: 'shared' } } } as const
    const guarded = await engine.guard('SELECT a FROM t', { schema, policy, restriction: {} })
    if (!guarded.ok) throw new Error(guarded.refusal.hint)
    const limits = { timeoutMs: 10_000, rowsMax: 5, bytesMax: 1_000, turnId: 't', owner: { organizationId: 1 }, signal }
    const run = () => engine.run(`sqlite:${file}`, guarded.query, limits)
    expect(await run()).toMatchObject({ ok: true })
    writeFileSync(file, '')
    await expect(describeDatabase(file)).rejects.toMatchObject(unreachable)
    await expect(run()).rejects.toMatchObject(unreachable)
    make('emptied.sqlite', 'CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    expect((await describeDatabase(file)).tables.map(({ name }) => name)).toEqual(['t'])
    expect(await run()).toMatchObject({ ok: true })
  })
})
