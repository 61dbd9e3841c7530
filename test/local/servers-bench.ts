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

/** The command with the servers only: what `npm start` does around its application. */
const COMMAND = path.resolve(import.meta.dirname, '../../bin/tabletalk.js')

/** A home folder of its own for each test. */
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

/** Starts the command; `all` is what it prints. */
export const runServers = (home: string, { port = 0, env = {} }: ServersOptions = {}) =>
  execa(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, 'servers'], {
    reject: false,
    detached: true,
    all: true,
    env: { TABLETALK_HOME: home, PORT: String(port), TEMPORAL_ADDRESS: '', MONGODB_URI: '', ...env },
  })

/** @returns the command when its servers take connections, and where they are */
export const readyServers = async (home: string, options: ServersOptions = {}) => {
  const command = runServers(home, options)
  await Promise.race([once(command.stdout, 'data'), command.then(({ all }) => Promise.reject(new Error(all)))])
  const runtime = await readRuntime(home)
  if (runtime === undefined) throw new Error('There is no runtime.json.')
  return { command, runtime }
}

/** The servers, and what else is in their process groups. */
export const groupsOf = (runtime: Runtime): Promise<string[]> =>
  processesOf(Object.values(runtime.processes).map(({ pid }) => pid))

export const addressesOf = (runtime: Runtime): string[] => [
  runtime.temporal_address ?? '',
  ...parseStoreAddress(runtime.mongodb_uri ?? '').hosts.map(({ text }) => text),
]

export const whichAnswer = async (runtime: Runtime): Promise<boolean[]> =>
  await Promise.all(addressesOf(runtime).map((address) => acceptsConnections(parseHostPort(address, 0))))

/** A signal, or npm's and the terminal's, ends the command with 0 and leaves no process and no `runtime.json`. */
export const expectCleanEnd = async (home: string, signals: readonly NodeJS.Signals[]): Promise<void> => {
  const { command, runtime } = await readyServers(home)
  expect((await groupsOf(runtime)).length).toBeGreaterThanOrEqual(2)
  for (const signal of signals) command.kill(signal)
  const { exitCode } = await command
  expect(exitCode).toBe(0)
  expect(await groupsOf(runtime)).toEqual([])
  expect(await readRuntime(home)).toBeUndefined()
}
