import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { CommandProcess } from '../cli/command-process.ts'

const MAIN = path.resolve(import.meta.dirname, '../../src/cli/main.ts')

let home: string

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-doctor-'))
})

const commands = new CommandProcess()

afterAll(async () => {
  await commands.close()
  await rm(home, { recursive: true, force: true })
})

type Settings = Readonly<Record<string, string>>

const withSettings = (settings: Settings) => ({
  TABLETALK_HOME: home,
  PORT: '',
  TEMPORAL_ADDRESS: '',
  MONGODB_URI: '',
  ...settings,
})

const reportOf = (exitCode: number | undefined, stdout: string, stderr: string) => {
  const report = stdout === '' ? undefined : JSON.parse(stdout)
  return { exitCode, stderr, ok: report?.ok, finding: (what: string) => report.findings.find(named(what)) }
}

const doctor = async (settings: Settings = {}) => {
  const { code, out, err } = await commands.run({ words: ['doctor', '--json'], env: withSettings(settings) })
  return reportOf(code, out, err)
}

/** Runs doctor in a separate process. */
const doctorProcess = async (settings: Settings) => {
  const options = { reject: false, env: withSettings(settings) } as const
  const { exitCode, stdout, stderr } = await execa(process.execPath, [MAIN, 'doctor', '--json'], options)
  return reportOf(exitCode, stdout, stderr)
}

const named = (what: string) => (finding: { readonly what: string }) => finding.what === what

describe('tabletalk doctor', () => {
  it('prints one JSON document and exits with 0 if npm start can work', async () => {
    const { exitCode, ok, finding } = await doctor()
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true })
    expect(finding('Temporal')).toMatchObject({ state: 'found' })
    expect(finding('store')).toMatchObject({ state: 'found' })
    expect(finding('running')).toMatchObject({ state: 'absent' })
    expect(finding('model').detail).toContain('TABLETALK_MODEL')
  })

  it.each([
    // The Temporal client retries after it was closed, which would end the shared process of the other commands.
    ['Temporal', { TEMPORAL_ADDRESS: '127.0.0.1:9' }, 'TEMPORAL_ADDRESS', doctorProcess],
    ['store', { MONGODB_URI: 'mongodb://user:secret@127.0.0.1:9/x' }, 'MONGODB_URI'],
    ['store', { MONGODB_URI: 'mongodb://user:s%2Fecret@127.0.0.1:9,[::1]:9/x?replicaSet=secret' }, 'MONGODB_URI'],
    ['store', { MONGODB_URI: 'mongodb+srv://user:secret@no-such-cluster.invalid/x' }, 'MONGODB_URI'],
    ['home folder', { TABLETALK_HOME: path.join(MAIN, 'not-a-folder') }, 'TABLETALK_HOME'],
  ])(
    'exits with 1 and names the setting to change if the %s cannot be used',
    async (what, settings, variable, examine = doctor) => {
      const { exitCode, ok, finding } = await examine(settings)
      expect({ exitCode, ok }).toEqual({ exitCode: 1, ok: false })
      expect(finding(what)).toMatchObject({ state: 'missing', helps: [expect.stringContaining(variable)] })
      expect(JSON.stringify(finding(what))).not.toMatch(/secret|user/)
    },
  )

  it('reports for each replica set member whether it answers, and accepts one that does', async () => {
    const member = createServer().listen(0, '127.0.0.1')
    await once(member, 'listening')
    const { port } = member.address() as AddressInfo
    const { ok, finding } = await doctor({
      MONGODB_URI: `mongodb://user:secret@127.0.0.1:9,127.0.0.1:${port}/x?replicaSet=rs0`,
    })
    member.close()
    const detail = `MONGODB_URI: 127.0.0.1:9 does not answer, 127.0.0.1:${port} answers`
    expect({ ok, store: finding('store') }).toMatchObject({ ok: true, store: { state: 'found', detail } })
  })

  it('exits with 1 if the configured PORT is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const { exitCode, finding } = await doctor({ PORT: String(port) })
    holder.close()
    expect(exitCode).toBe(1)
    expect(finding('port')).toMatchObject({ state: 'missing', detail: `PORT=${port} is taken` })
  })

  it('reports an invalid setting on standard error, and exits with 1', async () => {
    const { exitCode, stderr } = await doctor({ PORT: 'http' })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/PORT/)
  })

  it('refuses an unknown model, as `npm start` does before it starts a server', async () => {
    const { exitCode, stderr } = await doctor({ TABLETALK_MODEL: 'nonsense' })
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('TABLETALK_MODEL: unknown model')])
    const start = await execa(process.execPath, [MAIN, 'start'], {
      reject: false,
      env: { TABLETALK_MODEL: 'nonsense' },
    })
    expect(start.exitCode).toBe(1)
    expect(start.stderr).toContain('TABLETALK_MODEL: unknown model')
  })

  it('names MONGODB_URI without its value if it cannot be parsed', async () => {
    const { exitCode, stderr } = await doctor({ MONGODB_URI: 'mongodb://user:sec@ret@127.0.0.1/x' })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('MONGODB_URI')
    expect(stderr).not.toMatch(/sec@ret/)
  })
})
