import { fork } from 'node:child_process'
import path from 'node:path'
import { describeWithMysql, mysqlServer, READER, stopMysqlServer } from '../../support/mysql-server.ts'
import { waitFor } from '../../support/wait-for.ts'
import { Unguarded } from './unguarded.ts'
import { newDatabase } from './with-mysql.ts'

const ENDLESS = 'SELECT BENCHMARK(1000000000000, 1 + 1)'

describeWithMysql('MySQL statement', () => {
  const unguarded = new Unguarded()
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })
  const statements = async (): Promise<readonly string[]> => {
    const { admin } = await mysqlServer()
    const [rows] = await admin.query(
      "SELECT INFO FROM information_schema.PROCESSLIST WHERE USER = ? AND INFO LIKE '%BENCHMARK%'",
      [READER.user],
    )
    return Array.isArray(rows) ? rows.map((row) => String(Object.values(row)[0])) : []
  }
  const waitForStatements = (count: number) =>
    waitFor(`${count} statements`, async () => (await statements()).length === count)

  it('names its turn in a comment that the turn id cannot end', async () => {
    const address = (await mysqlServer()).address(await newDatabase())
    const cancel = new AbortController()
    const turnId = 't-1 */ SELECT 2 /*'
    const running = unguarded.run(address, ENDLESS, { signal: cancel.signal, turnId }).catch(() => 'stopped')
    await waitForStatements(1)
    expect(await statements()).toEqual([`/* tabletalk turn=t-1SELECT2 */ ${ENDLESS}`])
    cancel.abort()
    expect(await running).toBe('stopped')
    await waitForStatements(0)
  })

  it('ends when its client process is killed', async () => {
    const address = (await mysqlServer()).address(await newDatabase())
    const child = fork(path.join(import.meta.dirname, 'endless-process.ts'), [address, ENDLESS], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await waitForStatements(1)
    child.kill('SIGKILL')
    await waitForStatements(0)
  })

  it('runs read-only and with a time limit that the server enforces', async () => {
    const address = (await mysqlServer()).address(await newDatabase())
    const ran = unguarded.run(address, 'SELECT @@max_statement_time AS s, @@tx_read_only AS r', { timeoutMs: 5_000 })
    const { result } = await ran.then((one) => (one.ok ? one : { result: undefined }))
    expect(result?.rows[0]).toMatchObject({ r: 1 })
    expect(Number(result?.rows[0]?.s)).toBeGreaterThan(0)
    expect(Number(result?.rows[0]?.s)).toBeLessThanOrEqual(5)
  })

  it.each([
    'DELETE FROM t',
    'INSERT INTO t VALUES (2)',
    'CREATE TABLE u (v INT)',
    'DROP TABLE t',
    'SELECT 1; SELECT 2',
  ])('cannot write, even without a guard and with write rights: %s', async (statement) => {
    const { admin, ownerAddress } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`CREATE TABLE ${database}.t (v INT)`)
    await admin.query(`INSERT INTO ${database}.t VALUES (1)`)
    const ran = await unguarded.run(ownerAddress(database), statement)
    expect(ran).toMatchObject({ ok: false })
    const [rows] = await admin.query(`SELECT v FROM ${database}.t`)
    expect(rows).toEqual([{ v: 1 }])
  })
})

describeWithMysql('MySQL connection pool', () => {
  const unguarded = new Unguarded()
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })
  const connectionOf = async (address: string) => {
    const ran = await unguarded.run(address, 'SELECT CONNECTION_ID() AS id')
    return ran.ok ? ran.result.rows[0]?.id : undefined
  }

  it('reuses a connection after a failed statement, but not after a cancelled one', async () => {
    const address = (await mysqlServer()).address(await newDatabase())
    const first = await connectionOf(address)
    expect(await connectionOf(address)).toBe(first)
    await unguarded.run(address, 'SELECT nothing_there')
    expect(await connectionOf(address)).toBe(first)
    await unguarded.run(address, ENDLESS, { timeoutMs: 300 }).catch(() => {})
    expect(await connectionOf(address)).not.toBe(first)
  })

  it('replaces an idle connection that was closed, without an error', async () => {
    const { admin, address } = await mysqlServer()
    const text = address(await newDatabase())
    await admin.query(`KILL CONNECTION ${Number(await connectionOf(text))}`)
    expect(await connectionOf(text)).toEqual(expect.any(Number))
  })
})
