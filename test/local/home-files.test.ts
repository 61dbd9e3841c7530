import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Demo, readDemoFile, writeDemoFile } from '../../src/local/demo-file.ts'
import { homeFiles, keepSecret, openHome, readSecret } from '../../src/local/home.ts'
import { readRuntime, runtimeFile } from '../../src/local/runtime-file.ts'

const DEMO: Demo = {
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
  it('keeps one secret of 32 random bytes, for its owner only', async () => {
    expect(await readSecret(home)).toBeUndefined()
    const secret = await keepSecret(home)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await keepSecret(home)).toBe(secret)
    expect(await readSecret(home)).toBe(secret)
    expect(await modeOf(homeFiles(home).secret)).toBe(0o600)
  })

  it('gives back what demo.json was written with, to its owner only', async () => {
    expect(await readDemoFile(home)).toBeUndefined()
    await writeDemoFile(home, DEMO)
    expect(await readDemoFile(home)).toEqual(DEMO)
    expect(await modeOf(homeFiles(home).demo)).toBe(0o600)
  })

  it('says in runtime.json what runs, to its owner only, and nothing after a clean stop', async () => {
    const file = runtimeFile(home)
    await Promise.all([
      file.setProcess('store', { pid: 1, identity: 'a' }),
      file.setProcess('temporal', { pid: 2, identity: 'b' }),
      file.set({ base_url: 'http://127.0.0.1:3000' }),
    ])
    expect(await readRuntime(home)).toMatchObject({
      base_url: 'http://127.0.0.1:3000',
      processes: { store: { pid: 1 }, temporal: { pid: 2 } },
    })
    expect(await modeOf(homeFiles(home).runtime)).toBe(0o600)
    await file.remove()
    expect(await readRuntime(home)).toBeUndefined()
  })
})
