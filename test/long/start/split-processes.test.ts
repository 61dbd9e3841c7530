import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import getPort from 'get-port'
import { readDemoFile } from '../../../src/local/home/demo-file.ts'
import { homeFiles } from '../../../src/local/home/home.ts'
import { markProcess } from '../../../src/local/home/process-identity.ts'
import { readRuntime } from '../../../src/local/home/runtime-file.ts'
import { giveOwnPorts } from '../../support/own-ports.ts'
import { sealedPayload } from '../../support/sealed-payload.ts'
import { codecEndpointOf, decodeAsUi } from '../../support/ui-codec.ts'
import { waitFor } from '../../support/wait-for.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const QUESTION = 'How many customers are there?'

let home: string
let port: number
const started: { kill(signal: NodeJS.Signals): boolean; readonly ended: Promise<unknown> }[] = []

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-split-'))
  await giveOwnPorts(home)
  port = await getPort()
})
afterAll(async () => {
  for (const { kill } of started) kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  await rm(home, { recursive: true, force: true })
})

const env = () => ({
  TABLETALK_HOME: home,
  PORT: String(port),
  TEMPORAL_ADDRESS: '',
  MONGODB_URI: '',
  TABLETALK_CODEC_SECRET: 'a codec secret of the test suite'.replaceAll(' ', '/'),
  LOG_LEVEL: 'warn',
})

const run = (...args: readonly string[]) => {
  const child = execa(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    reject: false,
    all: true,
    env: env(),
  })
  const { pid = 0 } = child
  const running = { pid, kill: (signal: NodeJS.Signals) => child.kill(signal), ended: child }
  started.push(running)
  return running
}

const servers = () => run('bin/tabletalk.js', 'servers')
const api = () => run('src/main.ts')
const worker = () => run('workers/main.ts')

const registered = async (): Promise<Record<string, number>> => {
  const { processes = {} } = (await readRuntime(home)) ?? {}
  return Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]))
}

/** Waits until exactly these processes are registered, and returns their process ids by name. */
const waitForRegistered = (...names: readonly string[]): Promise<Record<string, number>> =>
  waitFor(
    `runtime.json with ${names.join(', ')}`,
    async () => {
      const found = await registered()
      return JSON.stringify(Object.keys(found).sort()) === JSON.stringify([...names].sort()) && found
    },
    90_000,
  )

const serversReady = () => waitFor('servers', async () => (await readRuntime(home))?.codec_endpoint, 90_000)

const stop = async ({ kill, ended }: ReturnType<typeof run>, signal: NodeJS.Signals): Promise<void> => {
  kill(signal)
  await ended
}

const ask = async () => {
  const demo = await readDemoFile(home)
  const response = await fetch(`${demo?.base_url}/api/v1/chat/message`, {
    method: 'POST',
    headers: { 'X-API-Key': demo?.org_key ?? '', 'X-Tenant-Id': '1', 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: QUESTION }),
  })
  return JSON.parse(await response.text()).data
}

describe('Separate processes for servers, API and workers', () => {
  it('are registered in runtime.json after starts, exits and kills, and share one codec secret', async () => {
    const first = servers()
    await serversReady()
    const [only, one] = [api(), worker()]
    await waitForRegistered('store', 'temporal', 'api', 'worker')
    const other = worker()
    const all = await waitForRegistered('store', 'temporal', 'api', 'worker', 'worker-2')
    expect(all).toMatchObject({ api: only.pid, worker: one.pid, 'worker-2': other.pid })
    expect((await stat(homeFiles(home).runtime)).mode & 0o777).toBe(0o600)

    const runtime = await readRuntime(home)
    const ui = runtime?.temporal_ui ?? ''
    const endpoint = await codecEndpointOf(ui)
    expect(endpoint).toBe(runtime?.codec_endpoint)
    const payload = await sealedPayload(runtime?.temporal_address ?? '', await ask())
    expect(await decodeAsUi(endpoint, ui, payload)).toContain(QUESTION)
    expect(await decodeAsUi(`http://127.0.0.1:${port}/codec`, ui, payload)).toBeUndefined()

    const doctor = await execa(process.execPath, ['bin/tabletalk.js', 'doctor', '--json'], {
      cwd: ROOT,
      env: env(),
      reject: false,
    })
    const { detail } = JSON.parse(doctor.stdout).findings.find(({ what }: { what: string }) => what === 'running')
    for (const [name, pid] of Object.entries(all)) expect(detail).toContain(`${name} ${pid}`)
    expect(doctor.stdout).not.toContain('secret/of')

    await stop(one, 'SIGKILL')
    const third = worker()
    const after = await waitFor(
      'the third worker',
      async () => {
        const found = await registered()
        return found.worker === third.pid && found
      },
      60_000,
    )
    expect(after).toEqual({ ...all, worker: third.pid })

    await stop(first, 'SIGKILL')
    const second = servers()
    const again = await waitFor(
      'the servers again',
      async () => {
        const found = await registered()
        return found.store !== undefined && found.store !== all.store && found.temporal !== undefined && found
      },
      90_000,
    )
    expect(again).toMatchObject({ api: only.pid, worker: third.pid, 'worker-2': other.pid })
    await Promise.all([only, third, other].map(({ pid }) => markProcess(pid)))
    await serversReady()

    await stop(second, 'SIGINT')
    expect(Object.keys(await registered()).sort()).toEqual(['api', 'worker', 'worker-2'])
    await Promise.all([stop(only, 'SIGTERM'), stop(third, 'SIGTERM'), stop(other, 'SIGTERM')])
    expect(await readRuntime(home)).toBeUndefined()
  }, 300_000)
})
