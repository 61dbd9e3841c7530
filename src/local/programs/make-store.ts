import { cp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { downloadProgram } from './download-program.ts'
import { documentStoreEntry, mongodEntry, type StoreProgram } from './find-store.ts'
import { type MakeOptions, makeServer, type Recipe } from './make-server.ts'
import { findOnPath } from './on-path.ts'
import { runTool } from './run-tool.ts'
import type { ServerFolders } from './server-folders.ts'
import { isAtLeast, programVersion } from './tool-versions.ts'
import { MONGOD_VERSION } from './versions.ts'

export const STORE_HELPS = [
  'MONGODB_URI=mongodb://host:port/name of a running MongoDB',
  '`mongod` 4.4 or newer on PATH',
  'Java 17 and Maven on PATH, to build a small document store',
]

/**
 * Installs the program of a store: the official download of MongoDB, else a build of the small store.
 * @param kind the required kind, if any
 * @throws MissingServer
 */
export const makeStore = async (
  places: ServerFolders,
  making: MakeOptions,
  kind?: StoreProgram['kind'],
): Promise<StoreProgram> => {
  const mongod: Recipe = {
    what: `Downloading MongoDB ${MONGOD_VERSION}`,
    from: 'download',
    entry: mongodEntry(places.cache),
    make: (target, folder) => downloadProgram('mongod', { folder, target, signal: making.signal }),
  }
  const documentStore: Recipe = {
    what: 'Building the document store with Maven',
    from: 'build',
    entry: documentStoreEntry(places.cache),
    make: (target, folder) => buildDocumentStore(places, { target, folder, signal: making.signal }),
  }
  const recipes = kind === undefined ? [mongod, documentStore] : kind === 'mongod' ? [mongod] : [documentStore]
  const helps = kind === undefined ? STORE_HELPS : [...STORE_HELPS, otherHome(kind)]
  const program = await makeServer('document store', recipes, helps, making)
  const java = await findOnPath('java', places.searchPath)
  return program.file.endsWith('.jar') && java !== undefined
    ? { ...program, kind: 'document-store', java }
    : { ...program, kind: 'mongod' }
}

const otherHome = (kind: StoreProgram['kind']): string =>
  `TABLETALK_HOME=another folder: the data in this one was written by ${kind === 'mongod' ? 'MongoDB' : 'the small document store'}`

const buildDocumentStore = async (
  { tools, searchPath }: ServerFolders,
  { target, folder, signal }: { target: string; folder: string; signal: AbortSignal | undefined },
): Promise<void> => {
  const [java, maven] = await Promise.all([findOnPath('java', searchPath), findOnPath('mvn', searchPath)])
  if (java === undefined) throw new Error('Java is not on PATH')
  const version = await programVersion(java, ['-version'])
  if (version === undefined || !isAtLeast(version, '17'))
    throw new Error(`Java 17 or newer is required; this is ${version}`)
  if (maven === undefined) throw new Error('Maven (mvn) is not on PATH')
  const project = path.join(folder, 'project')
  await cp(path.join(tools, 'document-store'), project, { recursive: true })
  await runTool(maven, ['-q', '-B', '-Dstyle.color=never', 'package'], { cwd: project, signal })
  await rename(path.join(project, 'target', 'document-store.jar'), target)
  await rm(project, { recursive: true })
}
