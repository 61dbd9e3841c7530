import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CacheEntry, findCached, makeOnce } from '../../../src/local/programs/make-once.ts'
import { silentProgress } from '../../../src/local/progress.ts'

let cache: string
let entry: CacheEntry

beforeEach(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'tabletalk-cache-'))
  entry = { cache, name: 'thing-1.0.0', file: 'thing' }
})

afterEach(() => rm(cache, { recursive: true, force: true }))

describe('the cache folder', () => {
  it('has a server made once when two starts want it at once, and tells who waits', async () => {
    let made = 0
    const said: string[] = []
    const waiting = Promise.withResolvers<void>()
    const note = (text: string) => {
      said.push(text)
      waiting.resolve()
    }
    const progress = { ...silentProgress, note }
    const make = async (folder: string): Promise<void> => {
      made++
      await waiting.promise
      await writeFile(path.join(folder, 'thing'), '')
    }
    const files = await Promise.all([
      makeOnce(entry, { what: 'Making', progress }, make),
      makeOnce(entry, { what: 'Making', progress }, make),
    ])
    expect(made).toBe(1)
    expect(new Set(files)).toEqual(new Set([path.join(cache, 'thing-1.0.0', 'thing')]))
    expect(said).toEqual(['Another process is installing thing-1.0.0; waiting for it to finish.'])
  })

  it('keeps nothing of a making that failed, and lets the next one try', async () => {
    const failing = makeOnce(entry, { what: 'Making', progress: silentProgress }, async (folder) => {
      await writeFile(path.join(folder, 'half'), '')
      throw new Error('no network')
    })
    await expect(failing).rejects.toThrow('no network')
    expect(await readdir(cache)).toEqual([])
    expect(await findCached(entry)).toBeUndefined()
    await makeOnce(entry, { what: 'Making', progress: silentProgress }, (folder) =>
      writeFile(path.join(folder, 'thing'), ''),
    )
    expect(await readdir(cache)).toEqual(['thing-1.0.0'])
  })

  it('sweeps away what a killed making left behind', async () => {
    await makeOnce(
      { ...entry, name: 'thing-1.0.0.making-killed' },
      { what: 'Making', progress: silentProgress },
      (folder) => writeFile(path.join(folder, 'thing'), ''),
    )
    await makeOnce(entry, { what: 'Making', progress: silentProgress }, (folder) =>
      writeFile(path.join(folder, 'thing'), ''),
    )
    expect(await readdir(cache)).toEqual(['thing-1.0.0'])
  })
})
