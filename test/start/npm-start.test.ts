import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { type DemoData, readDemoFile } from '../../src/local/home/demo-file.ts'
import { readRuntime } from '../../src/local/home/runtime-file.ts'
import { giveOwnPorts } from '../support/own-ports.ts'
import { processesOf } from '../support/processes-of.ts'
import { sealedPayload } from '../support/sealed-payload.ts'
import { codecEndpointOf, decodeAsUi } from '../support/ui-codec.ts'
import { waitFor } from '../support/wait-for.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

let home: string
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-start-'))
  await giveOwnPorts(home)
})
afterAll(() => rm(home, { recursive: true, force: true }))

const npm = (...args: string[]) =>
  execa('npm', args, {
    cwd: ROOT,
    reject: false,
    detached: true,
    all: true,
    env: { TABLETALK_HOME: home, PORT: '', TEMPORAL_ADDRESS: '', MONGODB_URI: '', TABLETALK_MODEL: '', NO_COLOR: '1' },
  })

interface Started {
  readonly command: ReturnType<typeof npm>
  /** Its output until it was ready. */
  readonly printed: string
  readonly demo: DemoData
}

const start = async (): Promise<Started> => {
  const command = npm('start')
  let printed = ''
  command.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await Promise.race([
    waitFor('the ready block', async () => printed.includes('Press Ctrl-C to stop all processes'), 120_000),
    command.then(({ all }) => Promise.reject(new Error(all))),
  ])
  const demo = await readDemoFile(home)
  if (demo === undefined) throw new Error('There is no demo.json.')
  return { command, printed, demo }
}

const leadersOf = async ({ command }: Started): Promise<number[]> => {
  const { store, temporal } = (await readRuntime(home))?.processes ?? {}
  return [command.pid ?? 0, store?.pid ?? 0, temporal?.pid ?? 0]
}

const headersOf = (demo: DemoData) => ({
  'X-API-Key': demo.org_key,
  'X-Tenant-Id': String(demo.tenants[0]?.id),
  'X-Scope-Id': 'me',
})

const conversations = async (demo: DemoData): Promise<unknown[]> => {
  const response = await fetch(`${demo.base_url}/api/v1/chat/conversations`, { headers: headersOf(demo) })
  return JSON.parse(await response.text()).data.conversations
}

/** Runs a command until it returns an answer; any error other than 503 is a failure. */
const askUntilAnswered = (command: string): Promise<unknown> =>
  waitFor('an answer', async () => {
    const reply = JSON.parse((await execa('bash', ['-c', command])).stdout)
    if (reply.success !== true)
      expect(reply).toMatchObject({ status_code: 503, error_code: 'SYSTEM_SERVICE_UNAVAILABLE' })
    return reply.success === true
  })

describe('npm start', () => {
  it('prints working commands, survives killed servers, keeps its data after kill -9 of all processes, and leaves no process behind after SIGTERM to npm', async () => {
    const first = await start()
    const commands = first.printed.match(/^ {2}curl (?:.*\\\n)?.*$/gm) ?? []
    expect(commands).toHaveLength(2)
    const [inTerminal = ''] = first.printed.match(/^ {2}.*npx .*$/m) ?? []
    // The printed commands must work in any shell, without the settings of this start.
    const elsewhere = { cwd: tmpdir(), env: { TABLETALK_HOME: '' } }
    const [json = '', stream = '', asked = ''] = await Promise.all(
      [...commands, inTerminal].map(async (command) => (await execa('bash', ['-c', command], elsewhere)).stdout),
    )
    expect(asked).toMatch(/^There were \d+ orders/)
    const page = await fetch(first.printed.match(/http\S+\/docs$/m)?.[0] ?? '')
    expect({ ok: page.ok, type: page.headers.get('content-type') }).toEqual({
      ok: true,
      type: expect.stringContaining('text/html'),
    })
    expect(JSON.parse(json)).toMatchObject({
      success: true,
      data: { query_type: 'data_retrieval', sources: ['orders'] },
    })
    expect(stream).toMatch(/^retry: \d+[\s\S]*event: start[\s\S]*event: done/)

    const { temporal_address, temporal_ui = '', codec_endpoint } = (await readRuntime(home)) ?? {}
    const payload = await sealedPayload(temporal_address ?? '', JSON.parse(json).data)
    const endpoint = await codecEndpointOf(temporal_ui)
    expect(endpoint).toBe(codec_endpoint)
    expect(await decodeAsUi(endpoint, temporal_ui, payload)).toContain('How many orders')
    expect(await decodeAsUi(`${first.demo.base_url}/codec`, temporal_ui, payload)).toBeUndefined()

    const second = await npm('start')
    expect(second.exitCode).not.toBe(0)
    expect(second.all).toContain(first.demo.base_url)

    const again = await npm('run', '-s', 'tabletalk', '--', 'ask', '--json', 'How many customers are there?')
    expect(JSON.parse(again.stdout)).toMatchObject({ query_type: 'data_retrieval' })

    const { store, temporal, api, worker, ...rest } = (await readRuntime(home))?.processes ?? {}
    expect(rest).toEqual({})
    expect(worker).toEqual(api)
    const { stdout: group } = await execa('ps', ['-o', 'pgid=', '-p', String(api?.pid)])
    expect(Number(group)).toBe(first.command.pid)
    for (const server of [store, temporal]) {
      process.kill(server?.pid ?? 0, 'SIGKILL')
      await askUntilAnswered(commands[0] ?? '')
    }

    const before = await conversations(first.demo)
    expect(before.length).toBeGreaterThanOrEqual(2)
    const leaders = await leadersOf(first)
    for (const leader of leaders) process.kill(-leader, 'SIGKILL')
    await first.command

    const third = await start()
    expect(third.demo.org_key).toBe(first.demo.org_key)
    expect(await conversations(third.demo)).toEqual(before)
    const restarted = await leadersOf(third)
    const ended = once(third.command, 'exit')
    // To npm only, as process supervisors do: its children must have exited when it exits.
    process.kill(third.command.pid ?? 0, 'SIGTERM')
    await ended
    expect(await processesOf([...leaders, ...restarted])).toEqual([])
    expect(await readRuntime(home)).toBeUndefined()
  }, 300_000)
})
