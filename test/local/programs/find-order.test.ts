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
let places: ServerFolders & { readonly searchPath: string }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-find-'))
  const inFolder = (name: string): string => path.join(folder, name)
  places = { cache: inFolder('cache'), tools: inFolder('tools'), searchPath: inFolder('bin') }
  const { cache, tools, searchPath } = places
  await Promise.all([mkdir(cache), mkdir(path.join(tools, 'temporal'), { recursive: true }), mkdir(searchPath)])
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const putOnPath = async (name: string, script: string): Promise<string> => {
  const file = path.join(places.searchPath, name)
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

const says = (version: string): string => `echo 'temporal version 1.8.2 (Server ${version}, UI 2.50.1)'`

describe('finding Temporal', () => {
  it('prefers PATH over the cache', async () => {
    await putInCache(temporalEntry(places.cache))
    const file = await putOnPath('temporal', says('1.31.2'))
    expect(await findTemporal(places)).toEqual({ file, from: 'path', version: '1.31.2' })
  })

  it.each([
    ['is too old', says('1.22.4')],
    ['says nothing', 'exit 0'],
    ['fails', 'exit 1'],
  ])('passes by a program on PATH that %s', async (_, script) => {
    await putOnPath('temporal', script)
    const file = await putInCache(temporalEntry(places.cache))
    expect(await findTemporal(places)).toMatchObject({ file, from: 'cache' })
  })

  it('finds nothing where nothing is', async () => {
    expect(await findTemporal(places)).toBeUndefined()
  })
})

describe('finding a store', () => {
  it('prefers mongod on PATH, then mongod in the cache, then the small store', async () => {
    await putOnPath('java', 'exit 0')
    const small = await putInCache(documentStoreEntry(places.cache))
    expect(await findStore(places)).toMatchObject({ kind: 'document-store', file: small })
    const cached = await putInCache(mongodEntry(places.cache))
    expect(await findStore(places)).toEqual({ kind: 'mongod', file: cached, from: 'cache' })
    const file = await putOnPath('mongod', "echo 'db version v8.0.4'")
    expect(await findStore(places)).toEqual({ kind: 'mongod', file, from: 'path' })
  })

  it('takes the program that wrote the data of the home folder, even when a better one has come', async () => {
    await putOnPath('java', 'exit 0')
    await putOnPath('mongod', "echo 'db version v8.0.4'")
    await putInCache(documentStoreEntry(places.cache))
    const home = path.join(folder, 'home')
    await openHome(home)
    expect(await kindOfStoredData(home)).toBeUndefined()
    await writeFile(homeFiles(home).documents, '')
    expect(await findStore(places, await kindOfStoredData(home))).toMatchObject({ kind: 'document-store' })
  })

  it('passes by the small store without Java, and a mongod that is too old', async () => {
    await putInCache(documentStoreEntry(places.cache))
    await putOnPath('mongod', "echo 'db version v3.6.0'")
    expect(await findStore(places)).toBeUndefined()
  })
})

describe('making a server', () => {
  const making = { progress: silentProgress }

  beforeAll(() => {
    // Nothing listens there: the download fails on every machine.
    process.env.HTTPS_PROXY = process.env.https_proxy = 'http://127.0.0.1:9'
  })

  it('builds Temporal with Go when it cannot be downloaded, and keeps it for the next start', async () => {
    await putOnPath('go', 'while [ "$1" != -o ]; do shift; done; cp "$0" "$2"')
    const made = await makeTemporal(places, making)
    expect(made).toMatchObject({ file: cachedPath(temporalEntry(places.cache)), from: 'build' })
    expect(await findTemporal(places)).toMatchObject({ file: made.file, from: 'cache' })
  }, 30_000)

  it('says what was tried and which setting helps when nothing works', async () => {
    await putOnPath('go', 'echo "go: module lookup disabled"; exit 1')
    const [temporal, store] = await Promise.allSettled([makeTemporal(places, making), makeStore(places, making)])
    expect(temporal).toMatchObject({ status: 'rejected', reason: expect.any(MissingServer) })
    expect(String(temporal.status === 'rejected' && temporal.reason)).toMatch(
      /module lookup disabled[\s\S]*TEMPORAL_ADDRESS/,
    )
    expect(String(store.status === 'rejected' && store.reason)).toMatch(/Java is not on PATH[\s\S]*MONGODB_URI/)
  }, 30_000)
})
