import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRuntime } from '../../src/local/home/runtime-file.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { announceProcess } from '../../src/platform/process/announce-process.ts'

/** Complete settings, as in a container. */
const SETTINGS = { mongoUri: 'mongodb://db/tabletalk', secret: 's'.repeat(32), temporal: { address: 'temporal:7233' } }

let folder: string
let observed: Observation[]
const observe = (observation: Observation) => observed.push(observation)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-announce-'))
  observed = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('announceProcess', () => {
  it('registers a process until it leaves, and creates the home folder', async () => {
    const home = path.join(folder, 'home')
    const entry = await announceProcess({ ...SETTINGS, home }, 'worker', observe)
    expect((await readRuntime(home))?.processes).toMatchObject({ worker: { pid: process.pid } })
    await entry.leave()
    expect(await readRuntime(home)).toBeUndefined()
    expect(observed).toEqual([])
  })

  it('lets the process run unregistered, with an observation, if the home folder cannot be written', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const entry = await announceProcess({ ...SETTINGS, home: path.join(file, 'home') }, 'api', observe)
    await entry.leave()
    expect(observed).toMatchObject([{ kind: 'runtime_file_unwritable' }])
  })

  it('creates no default home folder if the settings are complete', async () => {
    const home = path.join(folder, 'home')
    const entry = await announceProcess({ ...SETTINGS, home }, 'worker', observe, home)
    await entry.leave()
    expect(existsSync(home)).toBe(false)
    expect(observed).toEqual([])
    await announceProcess({ ...SETTINGS, secret: undefined, home }, 'worker', observe, home)
    expect(existsSync(home)).toBe(true)
  })

  it('lets the process leave without an error if the home folder was deleted', async () => {
    const home = path.join(folder, 'home')
    const entry = await announceProcess({ ...SETTINGS, home }, 'api', observe)
    await rm(home, { recursive: true })
    await entry.leave()
    expect(observed).toMatchObject([{ kind: 'runtime_file_unwritable' }])
  })
})
