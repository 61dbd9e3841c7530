import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import getPort from 'get-port'
import { processIdentity } from '../../../src/local/home/process-identity.ts'
import { silentProgress } from '../../../src/local/progress.ts'
import { acceptsConnections } from '../../../src/local/servers/probe.ts'
import { ServerDidNotStart, type ServerProgram, supervise } from '../../../src/local/servers/supervise.ts'
import { waitFor } from '../../support/wait-for.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-supervise-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** A server program that runs `script`; by default it only listens. */
const program = async (script = 'server.listen(port)'): Promise<ServerProgram & { readonly port: number }> => {
  const port = await getPort()
  const code = `const port = ${port}, server = require('node:net').createServer()
    server.on('listening', () => console.log('mine')); ${script}`
  return {
    name: 'The test server',
    file: process.execPath,
    args: ['-e', code],
    log: path.join(folder, `${port}.log`),
    announcement: 'mine',
    readyWithinMs: 20_000,
    probe: () => acceptsConnections({ host: '127.0.0.1', port }),
    port,
  }
}

const waitForExit = (pid: number): Promise<true> =>
  waitFor(`the end of process ${pid}`, async () => (await processIdentity(pid)) === undefined)

describe('a supervised server', () => {
  it('is restarted on its port with a note after it is killed', async () => {
    const notes: string[] = []
    const marks: number[] = []
    const testServer = await program()
    const server = await supervise(testServer, {
      progress: { ...silentProgress, note: (text) => notes.push(text) },
      onProcess: async ({ pid }) => void marks.push(pid),
    })
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    await waitFor('another process', async () => server.pid !== pid)
    expect(await testServer.probe()).toBe(true)
    expect(notes).toEqual([
      'The test server exited (SIGKILL); restarting it.',
      `The test server is running again (process ${server.pid}).`,
    ])
    expect(marks).toEqual([pid, server.pid])
    await server.stop()
    await waitForExit(server.pid)
  })

  it('stops if it is to stop at the moment when it responds after a restart', async () => {
    const testServer = await program()
    const ending = new AbortController()
    const marks: number[] = []
    const starts = async () => (await readFile(testServer.log, 'utf8')).split(testServer.announcement).length - 1
    const probe = async () => {
      if (marks.length === 1) return await testServer.probe()
      await waitFor('its second announcement', async () => (await starts()) === 2)
      ending.abort()
      return true
    }
    const server = await supervise(
      { ...testServer, probe },
      { progress: silentProgress, signal: ending.signal, onProcess: async ({ pid }) => void marks.push(pid) },
    )
    process.kill(server.pid, 'SIGKILL')
    await once(ending.signal, 'abort')
    await server.stop()
    for (const pid of marks) expect(await processIdentity(pid)).toBeUndefined()
    expect(marks.length).toBe(2)
  })

  it('has its log rotated when it exceeds the size limit', async () => {
    const testServer = await program("server.listen(port); console.log('x'.repeat(11_000_000))")
    const server = await supervise(testServer, { progress: silentProgress })
    await waitFor('the rotation of the log', async () => (await stat(testServer.log)).size < 1_000)
    expect((await stat(`${testServer.log}.old`)).size).toBeGreaterThan(11_000_000)
    await server.stop()
  })

  it('is given up with a reason after 5 consecutive crashes', async () => {
    const testServer = await program('server.listen(port); setTimeout(() => process.exit(3), 150)')
    const reason = await new Promise<Error>((resolve, reject) => {
      supervise(testServer, { progress: silentProgress, onGivenUp: resolve }).catch(reject)
    })
    expect(reason.message).toMatch(/crashed 5 times in a row. See .*\.log/)
  })

  it('does not count as started if another server answers on its port', async () => {
    const first = await program()
    const server = await supervise(first, { progress: silentProgress })
    const rival = { ...first, log: `${first.log}.rival` }
    await expect(supervise(rival, { progress: silentProgress })).rejects.toThrow(/EADDRINUSE/)
    await server.stop()
  })

  it('is reported with its output if it does not start', async () => {
    const testServer = await program("console.error('no such flag'); process.exit(2)")
    const refusal = supervise(testServer, { progress: silentProgress })
    await expect(refusal).rejects.toBeInstanceOf(ServerDidNotStart)
    await expect(refusal).rejects.toThrow(/exited immediately[\s\S]*no such flag/)
  })

  it('is stopped with SIGKILL if it ignores SIGTERM', async () => {
    const server = await supervise(await program("process.on('SIGTERM', () => 0); server.listen(port)"), {
      progress: silentProgress,
    })
    const { pid } = server
    await server.stop()
    expect(await processIdentity(pid)).toBeUndefined()
  }, 15_000)

  it('exits with the process that started it, even after kill -9 of that process', async () => {
    const testServer = await program()
    const module = path.resolve(import.meta.dirname, '../../../src/local/servers/supervise.ts')
    const script = `const { supervise } = await import(${JSON.stringify(module)})
      const program = { ...JSON.parse(process.argv[1]), probe: () => Promise.resolve(true) }
      const server = await supervise(program, { progress: { note() {}, step: (_, work) => work() } })
      console.log(server.pid)`
    const starter = execa(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(testServer)], {
      reject: false,
      cleanup: false,
    })
    const failed = starter.then(({ stderr }) => Promise.reject(new Error(stderr)))
    const [chunk] = await Promise.race([once(starter.stdout, 'data'), failed])
    const pid = Number(chunk)
    expect(await processIdentity(pid)).toBeDefined()
    starter.kill('SIGKILL')
    await starter
    await waitForExit(pid)
  })
})
