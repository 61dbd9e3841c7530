import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import { waitFor } from '../../support/wait-for.ts'
import { accepted } from '../contract/results.ts'
import { isAlive, onLinux, queryProcesses } from './query-processes.ts'
import { type Bench, openBench } from './with-engine.ts'

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'
const LIMITS = { timeoutMs: 60_000, rowsMax: 1, bytesMax: 1_000, turnId: 't', owner: { organizationId: 1 } }

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const guard = async (draft: string) => accepted(await bench.engine.guard(draft, bench.rules(1)))

const ENGINE = new URL('../../../src/engines/sqlite/engine.ts', import.meta.url).href

describe('an SQLite statement', () => {
  it('that times out ends with its process', async () => {
    const engine = sqliteEngine()
    const before = queryProcesses()
    const query = accepted(await engine.guard(ENDLESS, bench.rules(1)))
    const { signal } = new AbortController()
    const running = engine.run(bench.files.address, query, { ...LIMITS, timeoutMs: 300, signal })
    await expect(running).rejects.toMatchObject({ problem: 'query_timeout' })
    expect(queryProcesses().filter((pid) => !before.includes(pid))).toEqual([])
    await engine.close()
  })

  ;(onLinux ? it : it.skip)('ends when its parent process is killed', async () => {
    const query = JSON.stringify(ENDLESS)
    const script = `
      const { sqliteEngine } = await import(${JSON.stringify(ENGINE)})
      const engine = sqliteEngine()
      const { query } = await engine.guard(${query}, { schema: { engine: 'sqlite', tables: [] }, policy: { version: 1, engine: 'sqlite', tables: {} }, restriction: {} })
      engine.run(${JSON.stringify(bench.files.address)}, query, { ...${JSON.stringify(LIMITS)}, signal: new AbortController().signal })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const child = await waitFor('the process of the query', async () => queryProcesses(parent.pid)[0])
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await waitFor('its end', async () => !isAlive(child))
  })

  it('ends with its process when the engine closes', async () => {
    const before = queryProcesses()
    const engine = sqliteEngine({ processesMax: 2 })
    const query = accepted(await engine.guard(ENDLESS, bench.rules(1)))
    const running = engine.run(bench.files.address, query, { ...LIMITS, signal: new AbortController().signal })
    const ended = expect(running).resolves.toMatchObject({ ok: false })
    await engine.close()
    await ended
    expect(queryProcesses().filter((pid) => !before.includes(pid))).toEqual([])
  })

  it('that uses too much memory is refused with too_large', async () => {
    const hog =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, printf('%90000d', x) AS t FROM n ORDER BY t"
    const ran = await bench.run(await guard(hog), { timeoutMs: 30_000 })
    expect(ran).toMatchObject({ ok: false, refusal: { reason: 'too_large' } })
  })
})

describe('an SQLite result', () => {
  const rowsOf = async (draft: string) => {
    const ran = await bench.run(await guard(draft), { rowsMax: 5 })
    if (!ran.ok) throw new Error(ran.refusal.hint)
    return ran.result
  }

  it('renames a column whose alias equals the text of another column', async () => {
    const { rows } = await rowsOf(
      'SELECT (SELECT COUNT(*) FROM orders), 2 AS "(SELECT COUNT(*) FROM orders)" FROM tenants',
    )
    expect(rows).toEqual([{ '(SELECT COUNT(*) FROM orders)': 24, '(SELECT COUNT(*) FROM orders)_2': 2 }])
  })

  it('names a column without an alias by its text in the draft', async () => {
    const { columns, rows } = await rowsOf('SELECT (SELECT COUNT(*) FROM orders), count(*) FROM tenants')
    expect(columns.map(({ name }) => name)).toEqual(['(SELECT COUNT(*) FROM orders)', 'count(*)'])
    expect(rows).toEqual([{ '(SELECT COUNT(*) FROM orders)': 24, 'count(*)': 1 }])
  })
})
