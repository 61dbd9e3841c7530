import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import { accepted, type Bench, cells, openBench } from './with-engine.ts'

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const guard = async (draft: string, tenant = 1) => accepted(await bench.engine.guard(draft, bench.rules(tenant)))

/** Only there the kernel lists processes as files. */
const onLinux = existsSync('/proc/self/stat')

const ENGINE = new URL('../../../src/engines/sqlite/engine.ts', import.meta.url).href

/** State and parent of a process, from the kernel. */
const statusOf = (pid: string | undefined): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

const isAlive = (pid: string | undefined): boolean => !['Z', undefined].includes(statusOf(pid)[0])

const childrenOf = (parent: number | undefined): readonly string[] =>
  !onLinux
    ? []
    : readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isAlive(pid) && statusOf(pid)[1] === String(parent))

const children = (): readonly string[] => childrenOf(process.pid)

describe('an endless statement', () => {
  it.each([
    ['recursion', ENDLESS],
    ['a cross join', 'SELECT COUNT(*) FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g'],
    ['endless rows', 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0'],
  ])('by %s is stopped within its time, and its process is gone', async (_, draft) => {
    const started = performance.now()
    await expect(bench.run(await guard(draft), { timeoutMs: 300 })).rejects.toMatchObject({ problem: 'query_timeout' })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(children()).toEqual([])
  })

  it('is stopped when its turn is cancelled, and its process is gone', async () => {
    const cancel = new AbortController()
    const running = bench.run(await guard(ENDLESS), { signal: cancel.signal })
    setTimeout(() => cancel.abort(), 100)
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(children()).toEqual([])
  })

  it('never starts when its turn was cancelled before', async () => {
    const started = performance.now()
    await expect(bench.run(await guard(ENDLESS), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('of one tenant leaves room for another', async () => {
    const cancel = new AbortController()
    const endless = await guard(ENDLESS)
    const owner = { organizationId: 1, tenantId: '1' }
    const hogs = [1, 2, 3].map(() => bench.run(endless, { signal: cancel.signal, owner }))
    const other = await bench.run(await guard('SELECT COUNT(*) AS n FROM orders', 2))
    expect(other).toMatchObject({ ok: true, result: { rows: [{ n: 24 }] } })
    cancel.abort()
    const ends = await Promise.allSettled(hogs)
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  ;(onLinux ? it : it.skip)('ends when the process that asked for it is killed', async () => {
    const query = JSON.stringify(ENDLESS)
    const script = `
      const { sqliteEngine } = await import(${JSON.stringify(ENGINE)})
      const engine = sqliteEngine()
      const { query } = await engine.guard(${query}, { schema: { engine: 'sqlite', tables: [] }, policy: { version: 1, engine: 'sqlite', tables: {} }, restriction: {} })
      engine.run(${JSON.stringify(bench.files.address)}, query, { timeoutMs: 60000, rowsMax: 1, bytesMax: 9, turnId: 't', owner: { organizationId: 1 }, signal: new AbortController().signal })
      setTimeout(() => process.send('running'), 500)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await once(parent, 'message')
    const [child] = childrenOf(parent.pid)
    expect(child).toBeDefined()
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    const deadline = performance.now() + 3_000
    while (isAlive(child) && performance.now() < deadline) await setTimeoutPromise(20)
    expect(isAlive(child)).toBe(false)
  })

  it('leaves no process behind when the engine closes', async () => {
    const engine = sqliteEngine({ processesMax: 2 })
    const query = accepted(await engine.guard(ENDLESS, bench.rules(1)))
    const limits = { timeoutMs: 60_000, rowsMax: 1, bytesMax: 1000, turnId: 't', owner: { organizationId: 1 } }
    const running = engine.run(bench.files.address, query, { ...limits, signal: new AbortController().signal })
    const ended = expect(running).resolves.toMatchObject({ ok: false })
    await engine.close()
    await ended
    expect(children().length).toBeLessThanOrEqual(2)
  })
})

describe('memory', () => {
  it.each([
    [
      'a long text',
      "SELECT replace(replace(replace(hex(printf('%1000000d', 1)), '0', '0123456789'), '1', '0123456789'), '2', '0123456789')",
    ],
    ['a padded text', "SELECT printf('%.*c', 900000000, 'x')"],
    [
      'a list of all',
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 50000) SELECT group_concat(printf('%1000d', x)) FROM n",
    ],
  ])('%s is refused, not swallowed', async (_, draft) => {
    const ran = await bench.run(await guard(draft))
    expect(ran).toMatchObject({ ok: false, refusal: { reason: 'execution_failed' } })
  })

  it('a statement that takes too much of it ends with its process, and the next one runs', async () => {
    const hog =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, printf('%90000d', x) AS t FROM n ORDER BY t"
    const ran = await bench.run(await guard(hog), { timeoutMs: 30_000 })
    expect(ran).toMatchObject({ ok: false, refusal: { reason: 'too_large' } })
    expect(await bench.run(await guard('SELECT 1 AS one'))).toMatchObject({ ok: true })
  })
})

describe('a result', () => {
  const rowsOf = async (draft: string, rowsMax: number, bytesMax = 1_000_000) => {
    const ran = await bench.run(await guard(draft), { rowsMax, bytesMax })
    if (!ran.ok) throw new Error(ran.refusal.hint)
    return ran.result
  }

  it('says exactly whether rows were left out', async () => {
    expect(await rowsOf('SELECT id FROM orders', 23)).toMatchObject({ rowCount: 23, truncated: true })
    expect(await rowsOf('SELECT id FROM orders', 24)).toMatchObject({ rowCount: 24, truncated: false })
    expect(await rowsOf('SELECT id FROM orders', 25)).toMatchObject({ rowCount: 24, truncated: false })
  })

  it('stays within its bytes', async () => {
    const result = await rowsOf("SELECT printf('%99d', id) AS t FROM orders", 200, 1_000)
    expect(result.truncated).toBe(true)
    expect(JSON.stringify(result.rows).length).toBeLessThanOrEqual(1_001)
    expect(result.rowCount).toBe(result.rows.length)
    expect(result.rowCount).toBeGreaterThan(5)
    expect(await rowsOf("SELECT printf('%2000d', 1) AS t", 200, 1_000)).toMatchObject({ rowCount: 0, truncated: true })
  })

  it('comes at once from endless rows', async () => {
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n'
    expect(await rowsOf(endless, 10)).toMatchObject({ rowCount: 10, truncated: true })
  })

  it('loses no column of the same name', async () => {
    const { columns, rows } = await rowsOf(
      'SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS "__proto__", 6 AS "column"',
      5,
    )
    expect(columns.map(({ name }) => name)).toEqual(['a', 'a_3', 'a_2', 'a_4', 'column', 'column_2'])
    expect(rows).toEqual([{ a: 1, a_3: 2, a_2: 3, a_4: 4, column: 5, column_2: 6 }])
  })

  it('is plain JSON', async () => {
    const draft =
      "SELECT 9007199254740991 AS safe, 9007199254740993 AS large, -9223372036854775807 AS low, 9e999 AS inf, x'00ff' AS blob, 1.5 AS real, NULL AS n, 'ü' AS t"
    const result = await rowsOf(draft, 5)
    expect(cells(result)).toEqual([
      [9007199254740991, '9007199254740993', '-9223372036854775807', 'Infinity', '(2 bytes)', 1.5, null, 'ü'],
    ])
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
  })

  it('says of which kind its columns are', async () => {
    const draft = "SELECT 1 AS n, 'x' AS t, NULL AS z, 'x' AS m UNION ALL SELECT 2, NULL, NULL, 3"
    const { columns } = await rowsOf(draft, 5)
    expect(columns.map(({ type }) => type)).toEqual(['number', 'text', 'null', 'mixed'])
  })

  it('loses no column that is called like the text of another', async () => {
    const { rows } = await rowsOf(
      'SELECT (SELECT COUNT(*) FROM orders), 2 AS "(SELECT COUNT(*) FROM orders)" FROM tenants',
      5,
    )
    expect(rows).toEqual([{ '(SELECT COUNT(*) FROM orders)': 24, '(SELECT COUNT(*) FROM orders)_2': 2 }])
  })

  it('names a column without alias as it was drafted', async () => {
    const { columns, rows } = await rowsOf('SELECT (SELECT COUNT(*) FROM orders), count(*) FROM tenants', 5)
    expect(columns.map(({ name }) => name)).toEqual(['(SELECT COUNT(*) FROM orders)', 'count(*)'])
    expect(rows).toEqual([{ '(SELECT COUNT(*) FROM orders)': 24, 'count(*)': 1 }])
  })
})
