import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DemoData, readDemoFile, writeDemoFile } from '../../../src/local/home/demo-file.ts'
import { ensureSecret, homeFiles, openHome, readSecret } from '../../../src/local/home/home.ts'
import { markProcess } from '../../../src/local/home/process-identity.ts'
import { registerProcess } from '../../../src/local/home/register-process.ts'
import { readRuntime } from '../../../src/local/home/runtime-file.ts'
import { openServersEntry } from '../../../src/local/home/servers-entry.ts'
import { ISO_TIME } from '../../support/iso-time.ts'

const DEMO: DemoData = {
  base_url: 'http://127.0.0.1:3000',
  org_key: 'sk_x',
  database_key: 'pk_x',
  organization_id: 1,
  database_id: '5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01',
  tenants: [{ id: 1, name: 'Velo Nord' }],
  scopes: ['anna'],
  temporal_ui: null,
}

let home: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-home-'))
  await openHome(home)
})

afterEach(() => rm(home, { recursive: true, force: true }))

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777

describe('the home folder', () => {
  it('keeps one secret of 32 random bytes in a file with mode 600', async () => {
    expect(await readSecret(home)).toBeUndefined()
    const secret = await ensureSecret(home)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await ensureSecret(home)).toBe(secret)
    expect(await readSecret(home)).toBe(secret)
    expect(await modeOf(homeFiles(home).secret)).toBe(0o600)
  })

  it('reads demo.json as it was written, from a file with mode 600', async () => {
    expect(await readDemoFile(home)).toBeUndefined()
    await writeDemoFile(home, DEMO)
    expect(await readDemoFile(home)).toEqual(DEMO)
    expect(await modeOf(homeFiles(home).demo)).toBe(0o600)
  })

  it('lists running processes in runtime.json with mode 600, and none after a clean stop', async () => {
    const [own, parent] = await Promise.all([markProcess(process.pid), markProcess(process.ppid)])
    const servers = await openServersEntry(home)
    const [entry] = await Promise.all([
      registerProcess(home, ['api', 'worker']),
      servers.setProcess('store', own),
      servers.setProcess('temporal', parent),
      servers.set({ base_url: 'http://127.0.0.1:3000' }),
    ])
    expect(await readRuntime(home)).toMatchObject({
      base_url: 'http://127.0.0.1:3000',
      processes: { store: own, temporal: parent, api: own, worker: own },
    })
    expect(await modeOf(homeFiles(home).runtime)).toBe(0o600)
    await servers.remove()
    expect(await readRuntime(home)).toEqual({
      started_at: expect.stringMatching(ISO_TIME),
      processes: { api: own, worker: own },
    })
    expect(await modeOf(homeFiles(home).runtime)).toBe(0o600)
    await entry.leave()
    expect(await readRuntime(home)).toBeUndefined()
  })
})
