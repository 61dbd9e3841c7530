import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import mongoose from 'mongoose'
import { HomeInUse } from '../../src/local/home/lock-home.ts'
import { processIdentity } from '../../src/local/home/process-identity.ts'
import { type Runtime, readRuntime } from '../../src/local/home/runtime-file.ts'
import { accepts, parseHostPort } from '../../src/local/servers/probe.ts'
import { parseStoreAddress } from '../../src/store/store-address.ts'
import { giveOwnPorts } from '../support/own-ports.ts'
import { waitFor } from '../support/wait-for.ts'

/** The command with the servers only: what `npm start` does around its application. */
const COMMAND = path.resolve(import.meta.dirname, '../../bin/tabletalk.js')

let home: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-servers-'))
  await giveOwnPorts(home)
})

afterEach(() => rm(home, { recursive: true, force: true }))

const run = (port = 0, env: Readonly<Record<string, string>> = {}) =>
  execa(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, 'servers'], {
    reject: false,
    detached: true,
    all: true,
    env: { TABLETALK_HOME: home, PORT: String(port), TEMPORAL_ADDRESS: '', MONGODB_URI: '', ...env },
  })

const runReady = async (port = 0) => {
  const command = run(port)
  await Promise.race([once(command.stdout, 'data'), command.then(({ all }) => Promise.reject(new Error(all)))])
  const runtime = await readRuntime(home)
  if (runtime === undefined) throw new Error('There is no runtime.json.')
  return { command, runtime }
}

/** The servers, and what else is in their process groups. */
const groupsOf = async (runtime: Runtime): Promise<string[]> => {
  const leaders = Object.values(runtime.processes).map(({ pid }) => String(pid))
  const { stdout } = await execa('ps', ['-e', '-o', 'pgid=,stat=,args='])
  return stdout.split('\n').filter((line) => {
    const [group = '', state = ''] = line.trim().split(/\s+/)
    return leaders.includes(group) && !state.startsWith('Z')
  })
}

const addressesOf = (runtime: Runtime): string[] => [
  runtime.temporal_address ?? '',
  ...parseStoreAddress(runtime.mongodb_uri ?? '').hosts.map(({ text }) => text),
]

const whichAnswer = async (runtime: Runtime): Promise<boolean[]> =>
  await Promise.all(addressesOf(runtime).map((address) => accepts(parseHostPort(address, 0))))

describe('tabletalk servers', () => {
  it.each([
    ['one Ctrl-C', ['SIGINT']],
    ['a Ctrl-C that npm and the terminal both pass on', ['SIGINT', 'SIGINT', 'SIGINT']],
    ['SIGTERM', ['SIGTERM']],
  ] as const)('leaves no process behind after %s', async (_, signals) => {
    const { command, runtime } = await runReady()
    expect((await groupsOf(runtime)).length).toBeGreaterThanOrEqual(2)
    for (const signal of signals) command.kill(signal)
    const { exitCode } = await command
    expect(exitCode).toBe(0)
    expect(await groupsOf(runtime)).toEqual([])
    expect(await readRuntime(home)).toBeUndefined()
  })

  it('works with the same data after kill -9 of everything', async () => {
    const first = await runReady()
    const before = await mongoose.createConnection(first.runtime.mongodb_uri ?? '').asPromise()
    await before.collection('notes').insertOne({ text: 'still here' })
    await before.close()
    first.command.kill('SIGKILL')
    for (const { pid } of Object.values(first.runtime.processes)) process.kill(pid, 'SIGKILL')
    await first.command

    const second = await runReady()
    const after = await mongoose.createConnection(second.runtime.mongodb_uri ?? '').asPromise()
    expect(await after.collection('notes').countDocuments({ text: 'still here' })).toBe(1)
    await after.close()
    second.command.kill('SIGINT')
    await second.command
  })

  it('leaves nothing that blocks the next start when only the starter is killed', async () => {
    const first = await runReady()
    first.command.kill('SIGKILL')
    await first.command
    const second = await runReady()
    expect(await whichAnswer(second.runtime)).toEqual([true, true])
    expect(addressesOf(second.runtime)).toEqual(addressesOf(first.runtime))
    for (const { pid, identity } of Object.values(first.runtime.processes)) {
      expect(await processIdentity(pid)).not.toBe(identity)
    }
    second.command.kill('SIGINT')
    await second.command
  })

  it('prints where a store is that it was given, and nothing of who may use it', async () => {
    const own = await runReady()
    const { hosts } = parseStoreAddress(own.runtime.mongodb_uri ?? '')
    const others = await mkdtemp(path.join(tmpdir(), 'tabletalk-servers-'))
    await giveOwnPorts(others)
    const secrets = 'tlsCertificateKeyFilePassword=s3cret-of-a-file&appName=s3cret-of-an-option'
    const given = `mongodb://${hosts[0]?.text}/given?${secrets}`
    const beside = run(0, {
      TABLETALK_HOME: others,
      MONGODB_URI: given,
      TEMPORAL_ADDRESS: own.runtime.temporal_address ?? '',
    })
    await once(beside.stdout, 'data')
    beside.kill('SIGINT')
    const { all, exitCode } = await beside
    expect([exitCode, all]).toEqual([0, expect.stringContaining(`MONGODB_URI=mongodb://${hosts[0]?.text}/given\n`)])
    expect(all).not.toContain('s3cret')
    own.command.kill('SIGINT')
    await own.command
    await rm(others, { recursive: true, force: true })
  })

  it('starts beside an API that runs on PORT', async () => {
    const api = createServer().listen(0, '127.0.0.1')
    await once(api, 'listening')
    const { command } = await runReady((api.address() as AddressInfo).port)
    api.close()
    command.kill('SIGINT')
    expect((await command).exitCode).toBe(0)
  })

  it('runs once per home folder: of two at the same time one says so and fails', async () => {
    const [one, other] = [run(), run()]
    const { exitCode, all } = await Promise.race([one, other])
    expect(exitCode).toBe(1)
    expect(all).toContain(new HomeInUse(home, 0, undefined).message.slice(0, 25))
    const runtime = await waitFor('the other one', async () => {
      const found = await readRuntime(home)
      return found?.mongodb_uri === undefined ? undefined : found
    })
    expect(await whichAnswer(runtime)).toEqual([true, true])
    for (const command of [one, other]) command.kill('SIGINT')
    await Promise.all([one, other])
  })

  it('starts a killed server again on the same port with the same data', async () => {
    const { command, runtime } = await runReady()
    const connection = await mongoose.createConnection(runtime.mongodb_uri ?? '').asPromise()
    await connection.collection('notes').insertOne({ text: 'still here' })
    for (const { pid } of Object.values(runtime.processes)) process.kill(pid, 'SIGKILL')
    await waitFor('both servers', async () => (await whichAnswer(runtime)).every((answer) => answer))
    expect(await connection.collection('notes').countDocuments({})).toBe(1)
    await connection.close()
    command.kill('SIGINT')
    expect((await command).exitCode).toBe(0)
    const now = await groupsOf(runtime)
    expect(now).toEqual([])
  })
})
