import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import getPort from 'get-port'
import mysql, { type Connection } from 'mysql2/promise'
import { announcedServers } from './test-servers.ts'
import { waitFor } from './wait-for.ts'

/** A server for tests, with a user that may read every database that tests make, and nothing else. */
export interface MysqlServer {
  readonly host: string
  readonly port: number
  /** Of the administrator. */
  readonly admin: Connection
  /** The address by which an engine reads one database. */
  address(database: string): string
  /** The address of a user who may create tables in it, and other databases. */
  ownerAddress(database: string): string
  /** The name of a database that does not exist yet; it is dropped when the server stops. */
  newName(): string
  stop(): Promise<void>
}

export const READER = { user: 'tt_reader', password: 'r€ader:p@ss/word' } as const

const find = (...paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path))
const MARIADBD = find(
  '/usr/sbin/mariadbd',
  '/usr/local/sbin/mariadbd',
  '/usr/bin/mariadbd',
  '/opt/homebrew/bin/mariadbd',
)
const INSTALL = find(
  '/usr/bin/mariadb-install-db',
  '/usr/local/bin/mariadb-install-db',
  '/opt/homebrew/bin/mariadb-install-db',
)

/** Runs tests where there is a server, or the programs to start one; elsewhere one line says that they are left out. */
export const describeWithMysql = (name: string, tests: () => void): void => {
  if (process.env.TEST_MYSQL_URL !== undefined || (MARIADBD !== undefined && INSTALL !== undefined))
    describe(name, tests)
  else it.skip(`${name}: neither TEST_MYSQL_URL nor mariadbd is here`, () => {})
}

let started: Promise<MysqlServer> | undefined

/** The server of this test file: started when it is needed first, stopped after the last test. */
export const mysqlServer = (): Promise<MysqlServer> => {
  started ??= start()
  return started
}

export const stopMysqlServer = async (): Promise<void> => {
  await (await started)?.stop()
  started = undefined
}

const start = async (): Promise<MysqlServer> => {
  const url = process.env.TEST_MYSQL_URL
  if (url === undefined) return await startOwn()
  const { hostname, port, username, password } = new URL(url)
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const admin = await mysql.createConnection({ host: hostname, port: Number(port || 3306), user, password: secret })
  return await prepared(
    admin,
    { host: hostname, port: Number(port || 3306) },
    { user, password: secret },
    async () => {},
  )
}

/** Whether a server of one's own can be started, with settings of its own. */
export const hasMysql = MARIADBD !== undefined && INSTALL !== undefined

/** A log of the usual 96 MB would be written by each server, and nothing of it outlives the tests. */
const FILES = ['--innodb-log-file-size=16M', '--loose-debug-no-sync', '--skip-innodb-doublewrite']

/** Makes the files of a server; once more where that failed, which it does now and then while other servers begin. */
const makeData = (install: string, data: string, more: readonly string[], attemptsLeft = 1): void => {
  const options = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  options.push(...FILES)
  try {
    execFileSync(install, [...options, ...more], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: dirname(data) },
    })
  } catch (error) {
    if (attemptsLeft === 0) throw error
    rmSync(data, { recursive: true, force: true })
    makeData(install, data, more, attemptsLeft - 1)
  }
}

/** The files of a new server: made once in a run, and copied after that. */
const layData = (install: string, data: string, more: readonly string[]): void => {
  const home = announcedServers()?.home
  const kept = home && join(home, 'mariadb')
  if (kept !== undefined && existsSync(kept)) cpSync(kept, data, { recursive: true })
  else makeData(install, data, more)
  if (kept === undefined || existsSync(kept)) return
  const copy = mkdtempSync(`${kept}-`)
  cpSync(data, copy, { recursive: true })
  try {
    renameSync(copy, kept)
  } catch {
    // Another process was first.
    rmSync(copy, { recursive: true })
  }
}

/** @param more options of the server */
export const startOwn = async (more: readonly string[] = []): Promise<MysqlServer> => {
  if (MARIADBD === undefined || INSTALL === undefined) throw new Error('there is no mariadbd here')
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-mariadb-'))
  const [data, socket] = [join(folder, 'data'), join(folder, 's')]
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  layData(INSTALL, data, asRoot)
  const port = await getPort({ host: '127.0.0.1' })
  const child = spawn(
    MARIADBD,
    [
      ...['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1'],
      // A server that starts removes the temporary tables that it finds, those of others that run too.
      `--tmpdir=${folder}`,
      ...['--skip-log-bin', '--skip-name-resolve', '--innodb-flush-log-at-trx-commit=0', '--performance-schema=off'],
      ...FILES,
      ...['--innodb-buffer-pool-size=64M', '--max-connections=300', ...asRoot, ...more],
    ],
    { stdio: 'ignore' },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let admin: Connection | undefined
  await waitFor('a MariaDB server', async () => {
    if (child.exitCode !== null) throw new Error('mariadbd ended at once')
    admin = await mysql.createConnection({ socketPath: socket, user: 'root' }).catch(() => undefined)
    return admin !== undefined
  })
  if (admin === undefined) throw new Error('no connection')
  const owner = { user: 'tt_owner', password: 'owner' }
  await admin.query(`CREATE USER '${owner.user}'@'%' IDENTIFIED BY '${owner.password}'`)
  await admin.query(`GRANT ALL ON *.* TO '${owner.user}'@'%'`)
  return await prepared(admin, { host: '127.0.0.1', port }, owner, async () => {
    process.off('exit', kill)
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  })
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const prepared = async (
  admin: Connection,
  { host, port }: { readonly host: string; readonly port: number },
  owner: { readonly user: string; readonly password: string },
  stopServer: () => Promise<void>,
): Promise<MysqlServer> => {
  const prefix = `tt_${process.pid}_${Date.now().toString(36)}`
  const names: string[] = []
  await admin.query(`CREATE USER IF NOT EXISTS '${READER.user}'@'%' IDENTIFIED BY '${READER.password}'`)
  await admin.query(`GRANT SELECT ON \`tt\\_%\`.* TO '${READER.user}'@'%'`)
  const written = ({ user, password }: typeof owner, database: string) =>
    `mysql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  return {
    host,
    port,
    admin,
    address: (database) => written(READER, database),
    ownerAddress: (database) => written(owner, database),
    newName() {
      const name = `${prefix}_${names.length}`
      names.push(name)
      return name
    },
    async stop() {
      for (const name of names) await admin.query(`DROP DATABASE IF EXISTS \`${name}\``)
      admin.destroy()
      await stopServer()
    },
  }
}
