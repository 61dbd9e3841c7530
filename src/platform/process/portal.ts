import { access, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Progress } from '../../local/progress.ts'
import { type Sources, sourcesDigest } from './sources-digest.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** The folder of builds, each in a folder with the digest of its sources in the name. */
const BUILDS = 'dist'
const PREFIX = 'portal-'
const BUILD = /^portal-[0-9a-f]{12}$/

/** Number of builds to keep: a process may still serve a previous one, and a checkout may return to it. */
const KEPT_BUILDS = 3

/** Generated types of the contract, which do not affect the build. */
const GENERATED = path.normalize('clients/typescript/src/schema.ts')

const SOURCES: Sources = {
  folders: ['web', 'widget', 'clients/typescript/src'],
  files: ['package-lock.json', 'tsconfig.json'],
  counts: (file) => file !== GENERATED,
}

/** The file of a build that is written last. */
const LAST_FILE = 'widget/widget.js'

const DIGITS = 12

/** Options of a build. */
interface PortalOptions {
  /** Silent by default. */
  readonly progress?: Progress | undefined
  /** The checkout. */
  readonly root?: string
}

/**
 * The folder of the portal for the current sources, with the widget, which is built if necessary, once for all concurrent
 * processes.
 * @throws if it cannot be built
 */
export const currentPortal = async ({ progress, root = ROOT }: PortalOptions = {}): Promise<string> => {
  const name = PREFIX + (await sourcesDigest(root, SOURCES)).slice(0, DIGITS)
  const builds = path.join(root, BUILDS)
  const folder = path.join(builds, name)
  if (await isBuild(folder)) return folder
  const { buildPortal } = await import('./build-portal.ts')
  await buildPortal({ root, builds, name, lastFile: LAST_FILE, progress })
  const older = (await latestFirst(builds)).filter((one) => one !== folder).slice(KEPT_BUILDS - 1)
  await Promise.all(older.map((one) => rm(one, { recursive: true, force: true })))
  return folder
}

/** The portal that an API serves. */
export interface ServedPortal {
  /** Undefined if there is no build. */
  readonly folder: string | undefined
  /** Why the current sources could not be built. */
  readonly error?: unknown
}

/** `currentPortal`, or the latest earlier build if it cannot be built. */
export const servedPortal = async ({ progress, root = ROOT }: PortalOptions = {}): Promise<ServedPortal> => {
  try {
    return { folder: await currentPortal({ progress, root }) }
  } catch (error) {
    const [folder] = await latestFirst(path.join(root, BUILDS))
    return { folder, error }
  }
}

const isBuild = async (folder: string): Promise<boolean> =>
  await access(path.join(folder, LAST_FILE)).then(
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
