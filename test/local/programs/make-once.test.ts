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

describe('makeOnce', () => {
  it('builds an entry once for two concurrent callers, and notes that the second one waits', async () => {
    let builds = 0
    const notes: string[] = []
    const waiting = Promise.withResolvers<void>()
    const note = (text: string) => {
      notes.push(text)
      waiting.resolve()
    }
    const progress = { ...silentProgress, note }
    const make = async (folder: string): Promise<void> => {
      builds++
      await waiting.promise
      await writeFile(path.join(folder, 'thing'), '')
    }
    const files = await Promise.all([
      makeOnce(entry, { what: 'Making', progress }, make),
      makeOnce(entry, { what: 'Making', progress }, make),
    ])
    expect(builds).toBe(1)
    expect(new Set(files)).toEqual(new Set([path.join(cache, 'thing-1.0.0', 'thing')]))
    expect(notes).toEqual(['Another process is installing thing-1.0.0; waiting for it to finish.'])
  })

  it('removes the files of a failed build, and lets the next caller retry', async () => {
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

  it('removes the files of a killed build', async () => {
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
