import { access, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Progress } from '../../local/progress.ts'
import { type Sources, sourcesDigest } from './sources-digest.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Where builds lie, each in a folder that is named by the digest of its sources. */
const BUILDS = 'dist'
const PREFIX = 'portal-'
const BUILD = /^portal-[0-9a-f]{12}$/

/** A process may still serve the one before, and another checkout may go back to it. */
const KEPT = 3

/** Types of the contract are generated, and are in no build. */
const GENERATED = path.normalize('clients/typescript/src/schema.ts')

const SOURCES: Sources = {
  folders: ['web', 'clients/typescript/src'],
  files: ['package-lock.json', 'tsconfig.json'],
  counts: (file) => file !== GENERATED,
}

const DIGITS = 12

/** What a build is made with. */
export interface PortalOptions {
  /** Silent by default. */
  readonly progress?: Progress | undefined
  /** The checkout. */
  readonly root?: string
}

/**
 * The folder of the portal as its sources are now; it is built where there is none, once for all processes that want it.
 * @throws where it cannot be built
 */
export const currentPortal = async ({ progress, root = ROOT }: PortalOptions = {}): Promise<string> => {
  const name = PREFIX + (await sourcesDigest(root, SOURCES)).slice(0, DIGITS)
  const builds = path.join(root, BUILDS)
  const folder = path.join(builds, name)
  if (await isBuild(folder)) return folder
  const { buildPortal } = await import('./build-portal.ts')
  await buildPortal({ root, builds, name, progress })
  const older = (await latestFirst(builds)).filter((one) => one !== folder).slice(KEPT - 1)
  await Promise.all(older.map((one) => rm(one, { recursive: true, force: true })))
  return folder
}

/** The portal that an API serves. */
export interface ServedPortal {
  /** Undefined where none was ever built. */
  readonly folder: string | undefined
  /** Why it is not of the sources as they are now. */
  readonly error?: unknown
}

/** `currentPortal`, or where that cannot be built the latest that was. */
export const servedPortal = async ({ progress, root = ROOT }: PortalOptions = {}): Promise<ServedPortal> => {
  try {
    return { folder: await currentPortal({ progress, root }) }
  } catch (error) {
    const [folder] = await latestFirst(path.join(root, BUILDS))
    return { folder, error }
  }
}

const isBuild = async (folder: string): Promise<boolean> =>
  await access(path.join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

const latestFirst = async (builds: string): Promise<readonly string[]> => {
  const names = (await readdir(builds).catch(() => [])).filter((name) => BUILD.test(name))
  const dated = names.map(async (name) => {
    const folder = path.join(builds, name)
    return (await isBuild(folder)) ? { folder, at: (await stat(folder)).mtimeMs } : undefined
  })
  const found = (await Promise.all(dated)).filter((one) => one !== undefined)
  return found.toSorted((a, b) => b.at - a.at).map(({ folder }) => folder)
}
