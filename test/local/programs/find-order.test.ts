import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { homeFiles, openHome } from '../../../src/local/home/home.ts'
import { documentStoreEntry, findStore, kindOfStoredData, mongodEntry } from '../../../src/local/programs/find-store.ts'
import { findTemporal, temporalEntry } from '../../../src/local/programs/find-temporal.ts'
import { type CacheEntry, cachedPath } from '../../../src/local/programs/make-once.ts'
import { makeStore } from '../../../src/local/programs/make-store.ts'
import { makeTemporal } from '../../../src/local/programs/make-temporal.ts'
import { MissingServer } from '../../../src/local/programs/missing-server.ts'
import type { ServerFolders } from '../../../src/local/programs/server-folders.ts'
import { silentProgress } from '../../../src/local/progress.ts'

let folder: string
let folders: ServerFolders & { readonly searchPath: string }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-find-'))
  const inFolder = (name: string): string => path.join(folder, name)
  folders = { cache: inFolder('cache'), tools: inFolder('tools'), searchPath: inFolder('bin') }
  const { cache, tools, searchPath } = folders
  await Promise.all([mkdir(cache), mkdir(path.join(tools, 'temporal'), { recursive: true }), mkdir(searchPath)])
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const putOnPath = async (name: string, script: string): Promise<string> => {
  const file = path.join(folders.searchPath, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

const putInCache = async (entry: CacheEntry): Promise<string> => {
  const file = cachedPath(entry)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '')
  return file
}

const printsVersion = (version: string): string => `echo 'temporal version 1.8.2 (Server ${version}, UI 2.50.1)'`

describe('findTemporal', () => {
  it('prefers a program on PATH over the cache', async () => {
    await putInCache(temporalEntry(folders.cache))
    const file = await putOnPath('temporal', printsVersion('1.31.2'))
    expect(await findTemporal(folders)).toEqual({ file, from: 'path', version: '1.31.2' })
  })

  it.each([
    ['is too old', printsVersion('1.22.4')],
    ['prints no version', 'exit 0'],
    ['fails', 'exit 1'],
  ])('ignores a program on PATH that %s', async (_, script) => {
    await putOnPath('temporal', script)
    const file = await putInCache(temporalEntry(folders.cache))
    expect(await findTemporal(folders)).toMatchObject({ file, from: 'cache' })
  })

  it('returns undefined if neither PATH nor the cache has Temporal', async () => {
    expect(await findTemporal(folders)).toBeUndefined()
  })
})

describe('findStore', () => {
  it('prefers mongod on PATH, then mongod in the cache, then the document store', async () => {
    await putOnPath('java', 'exit 0')
    const documentStore = await putInCache(documentStoreEntry(folders.cache))
    expect(await findStore(folders)).toMatchObject({ kind: 'document-store', file: documentStore })
    const cached = await putInCache(mongodEntry(folders.cache))
    expect(await findStore(folders)).toEqual({ kind: 'mongod', file: cached, from: 'cache' })
    const file = await putOnPath('mongod', "echo 'db version v8.0.4'")
    expect(await findStore(folders)).toEqual({ kind: 'mongod', file, from: 'path' })
  })

  it('chooses the program that wrote the data of the home folder over a preferred one', async () => {
    await putOnPath('java', 'exit 0')
    await putOnPath('mongod', "echo 'db version v8.0.4'")
    await putInCache(documentStoreEntry(folders.cache))
    const home = path.join(folder, 'home')
    await openHome(home)
    expect(await kindOfStoredData(home)).toBeUndefined()
    await writeFile(homeFiles(home).documents, '')
    expect(await findStore(folders, await kindOfStoredData(home))).toMatchObject({ kind: 'document-store' })
  })

  it('ignores the document store without Java, and a mongod that is too old', async () => {
    await putInCache(documentStoreEntry(folders.cache))
    await putOnPath('mongod', "echo 'db version v3.6.0'")
    expect(await findStore(folders)).toBeUndefined()
  })
})

describe('installing a server', () => {
  const making = { progress: silentProgress }

  beforeAll(() => {
    // Nothing listens on this port, so that downloads fail on every machine.
    process.env.HTTPS_PROXY = process.env.https_proxy = 'http://127.0.0.1:9'
  })

  it('builds Temporal with Go if the download fails, and caches it', async () => {
    await putOnPath('go', 'while [ "$1" != -o ]; do shift; done; cp "$0" "$2"')
    const built = await makeTemporal(folders, making)
    expect(built).toMatchObject({ file: cachedPath(temporalEntry(folders.cache)), from: 'build' })
    expect(await findTemporal(folders)).toMatchObject({ file: built.file, from: 'cache' })
  }, 30_000)

  it('reports the failed attempts and the setting to use if no method works', async () => {
    await putOnPath('go', 'echo "go: module lookup disabled"; exit 1')
    const [temporal, store] = await Promise.allSettled([makeTemporal(folders, making), makeStore(folders, making)])
    expect(temporal).toMatchObject({ status: 'rejected', reason: expect.any(MissingServer) })
    expect(String(temporal.status === 'rejected' && temporal.reason)).toMatch(
      /module lookup disabled[\s\S]*TEMPORAL_ADDRESS/,
    )
    expect(String(store.status === 'rejected' && store.reason)).toMatch(/Java is not on PATH[\s\S]*MONGODB_URI/)
  }, 30_000)
})
