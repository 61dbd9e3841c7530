import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { type Runtime, readRuntime } from '../../src/local/home/runtime-file.ts'
import { acceptsConnections, parseHostPort } from '../../src/local/servers/probe.ts'
import { parseStoreAddress } from '../../src/store/store-address.ts'
import { giveOwnPorts } from '../support/own-ports.ts'
import { processesOf } from '../support/processes-of.ts'

/** The command `tabletalk servers` starts the same servers as `npm start`, without the application. */
const COMMAND = path.resolve(import.meta.dirname, '../../bin/tabletalk.js')

/** Creates a home folder for each test. */
export const useHome = (): { readonly home: string } => {
  let home = ''
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'tabletalk-servers-'))
    await giveOwnPorts(home)
  })
  afterEach(() => rm(home, { recursive: true, force: true }))
  return {
    get home() {
      return home
    },
  }
}

export interface ServersOptions {
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Starts `tabletalk servers`; `all` is its output. */
export const runServers = (home: string, { port = 0, env = {} }: ServersOptions = {}) =>
  execa(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, 'servers'], {
    reject: false,
    detached: true,
    all: true,
    env: { TABLETALK_HOME: home, PORT: String(port), TEMPORAL_ADDRESS: '', MONGODB_URI: '', ...env },
  })

/** Starts `tabletalk servers`. @returns the command and `runtime.json` once its servers accept connections */
export const readyServers = async (home: string, options: ServersOptions = {}) => {
  const command = runServers(home, options)
  await Promise.race([once(command.stdout, 'data'), command.then(({ all }) => Promise.reject(new Error(all)))])
  const runtime = await readRuntime(home)
  if (runtime === undefined) throw new Error('There is no runtime.json.')
  return { command, runtime }
}

/** @returns the processes in the process groups of the servers */
export const groupsOf = (runtime: Runtime): Promise<string[]> =>
  processesOf(Object.values(runtime.processes).map(({ pid }) => pid))

export const addressesOf = (runtime: Runtime): string[] => [
  runtime.temporal_address ?? '',
  ...parseStoreAddress(runtime.mongodb_uri ?? '').hosts.map(({ text }) => text),
]

export const whichAnswer = async (runtime: Runtime): Promise<boolean[]> =>
  await Promise.all(addressesOf(runtime).map((address) => acceptsConnections(parseHostPort(address, 0))))

/** Expects that the signals end the command with exit code 0, without a remaining process or `runtime.json`. */
export const expectCleanEnd = async (home: string, signals: readonly NodeJS.Signals[]): Promise<void> => {
  const { command, runtime } = await readyServers(home)
  expect((await groupsOf(runtime)).length).toBeGreaterThanOrEqual(2)
  for (const signal of signals) command.kill(signal)
  const { exitCode } = await command
  expect(exitCode).toBe(0)
  expect(await groupsOf(runtime)).toEqual([])
  expect(await readRuntime(home)).toBeUndefined()
}
