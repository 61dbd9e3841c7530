import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { acquireHome } from '../../../src/local/home/acquire-home.ts'
import { homeFiles, openHome } from '../../../src/local/home/home.ts'
import { markProcess } from '../../../src/local/home/process-identity.ts'
import type { Role } from '../../../src/local/home/register-process.ts'
import { changeRuntime, readRuntime } from '../../../src/local/home/runtime-file.ts'
import { openServersEntry } from '../../../src/local/home/servers-entry.ts'
import { silentProgress } from '../../../src/local/progress.ts'
import { ISO_TIME } from '../../support/iso-time.ts'

const PROGRAM = path.join(import.meta.dirname, 'enter-runtime-process.ts')
const SIMULTANEOUS = 6

let home: string
const running: ReturnType<typeof run>[] = []

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-runtime-'))
  await openHome(home)
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(running.splice(0))
  await rm(home, { recursive: true, force: true })
})

const run = (role: Role) =>
  execa(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, home, role], { reject: false })

/** Starts a process and waits until it has registered itself. */
const enter = async (role: Role) => {
  const child = run(role)
  running.push(child)
  await Promise.race([once(child.stdout, 'data'), child.then(({ stderr }) => Promise.reject(new Error(stderr)))])
  return {
    pid: child.pid ?? 0,
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await child
    },
  }
}

const pids = async (): Promise<Record<string, number>> => {
  const { processes = {} } = (await readRuntime(home)) ?? {}
  return Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]))
}

const dropStale = (): Promise<void> => changeRuntime(home, (runtime) => runtime)

describe('runtime.json', () => {
  it('lists every process, even if several register and leave concurrently', async () => {
    const children = await Promise.all(Array.from({ length: SIMULTANEOUS }, () => enter('worker')))
    const names = ['worker', ...Array.from({ length: SIMULTANEOUS - 1 }, (_, index) => `worker-${index + 2}`)]
    const named = await pids()
    expect(Object.keys(named).sort()).toEqual(names.sort())
    expect(Object.values(named).sort()).toEqual(children.map(({ pid }) => pid).sort())
    const [stays, ...ending] = children
    await Promise.all(ending.map((child) => child.end('SIGTERM')))
    expect(Object.values(await pids())).toEqual([stays?.pid])
    expect((await stat(homeFiles(home).runtime)).mode & 0o777).toBe(0o600)
  })

  it('drops a killed process at the next write, and reuses its name', async () => {
    const [first, second] = [await enter('worker'), await enter('worker')]
    await first.end('SIGKILL')
    const api = await enter('api')
    expect(await pids()).toEqual({ 'worker-2': second.pid, api: api.pid })
    const third = await enter('worker')
    expect(await pids()).toEqual({ 'worker-2': second.pid, api: api.pid, worker: third.pid })
  })

  it('drops an entry whose process id now belongs to another process', async () => {
    const { pid } = await markProcess(process.ppid)
    await changeRuntime(home, (runtime) => ({ ...runtime, processes: { worker: { pid, identity: 'another one' } } }))
    await dropStale()
    expect(await readRuntime(home)).toBeUndefined()
  })

  it('is removed with the last process, even if the servers have stopped before', async () => {
    const servers = await openServersEntry(home)
    await servers.set({ temporal_address: '127.0.0.1:7233' })
    const worker = await enter('worker')
    await servers.remove()
    expect(await readRuntime(home)).toEqual({
      started_at: expect.stringMatching(ISO_TIME),
      processes: { worker: await markProcess(worker.pid) },
    })
    await worker.end('SIGTERM')
    expect(await readRuntime(home)).toBeUndefined()
  })

  it('keeps the server addresses when the last API or worker leaves', async () => {
    const servers = await openServersEntry(home)
    await servers.set({ temporal_address: '127.0.0.1:7233' })
    const worker = await enter('worker')
    await worker.end('SIGTERM')
    expect(await readRuntime(home)).toMatchObject({ temporal_address: '127.0.0.1:7233', processes: {} })
  })
})

describe('acquireHome after kill -9', () => {
  it('stops the registered servers, but no API or worker', async () => {
    const [api, worker] = [await enter('api'), await enter('worker')]
    const orphan = execa(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], { reject: false })
    await once(orphan, 'spawn')
    const mark = await markProcess(orphan.pid ?? 0)
    await changeRuntime(home, (runtime) => ({ ...runtime, processes: { ...runtime.processes, store: mark } }))

    const acquired = await acquireHome(home, { secret: undefined, progress: silentProgress })
    expect((await orphan).signal).toBe('SIGTERM')
    await openServersEntry(home)
    expect(await pids()).toEqual({ api: api.pid, worker: worker.pid })
    await Promise.all([markProcess(api.pid), markProcess(worker.pid)])
    await acquired.release()
  })
})
