import { access } from 'node:fs/promises'
import { homeFiles } from '../home/home.ts'
import { type CacheEntry, findCached } from './make-once.ts'
import { findOnPath } from './on-path.ts'
import type { Program, ServerFolders } from './server-folders.ts'
import { isAtLeast, programVersion } from './tool-versions.ts'
import { DOCUMENT_STORE_VERSION, MONGOD_VERSION } from './versions.ts'

/** The oldest version that the driver supports. */
const OLDEST_MONGOD = '4.4'

/** MongoDB's server, or the small store of `tools/document-store`, which Java runs. */
export type StoreProgram =
  | (Program & { readonly kind: 'mongod' })
  | (Program & { readonly kind: 'document-store'; readonly java: string })

export const mongodEntry = (cache: string): CacheEntry => ({
  cache,
  name: `mongod-${MONGOD_VERSION}`,
  file: process.platform === 'win32' ? 'mongod.exe' : 'mongod',
})

export const documentStoreEntry = (cache: string): CacheEntry => ({
  cache,
  name: `document-store-${DOCUMENT_STORE_VERSION}`,
  file: 'document-store.jar',
})

/** The kind of program that wrote the data of a home folder: no other kind can read it. */
export const kindOfStoredData = async (home: string): Promise<StoreProgram['kind'] | undefined> => {
  const { documents, mongod } = homeFiles(home)
  if (await isThere(documents)) return 'document-store'
  return (await isThere(mongod)) ? 'mongod' : undefined
}

/**
 * An installed program of the store: on PATH, else in the cache.
 * @param kind the required kind, if any
 */
export const findStore = async (
  places: ServerFolders,
  kind?: StoreProgram['kind'],
): Promise<StoreProgram | undefined> => {
  const candidates = [
    kind === 'document-store' ? undefined : await findMongod(places),
    kind === 'mongod' ? undefined : await findDocumentStore(places),
  ]
  return candidates.find((candidate) => candidate !== undefined)
}

const findMongod = async ({ cache, searchPath }: ServerFolders): Promise<StoreProgram | undefined> => {
  const file = await findOnPath('mongod', searchPath)
  const version = file === undefined ? undefined : await programVersion(file, ['--version'])
  if (file !== undefined && version !== undefined && isAtLeast(version, OLDEST_MONGOD)) {
    return { kind: 'mongod', file, from: 'path' }
  }
  const cached = await findCached(mongodEntry(cache))
  return cached === undefined ? undefined : { kind: 'mongod', file: cached, from: 'cache' }
}

const findDocumentStore = async ({ cache, searchPath }: ServerFolders): Promise<StoreProgram | undefined> => {
  const file = await findCached(documentStoreEntry(cache))
  const java = await findOnPath('java', searchPath)
  return file === undefined || java === undefined ? undefined : { kind: 'document-store', file, java, from: 'cache' }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
