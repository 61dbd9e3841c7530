import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { errorCode } from '../error-code.ts'
import type { Progress } from '../progress.ts'

/** A server in the cache folder: `<cache>/<name>/<file>`. */
export interface CacheEntry {
  readonly cache: string
  /** Contains the version, so that checkouts of different versions can share a cache. */
  readonly name: string
  readonly file: string
}

export const cachedPath = ({ cache, name, file }: CacheEntry): string => path.join(cache, name, file)

/** The path of a cached server, or undefined. */
export const findCached = async (entry: CacheEntry): Promise<string | undefined> => {
  const file = cachedPath(entry)
  return await access(file).then(
    () => file,
    () => undefined,
  )
}

const STALE_MS = 15_000
const RETRY_MS = 500

/**
 * Installs a server once; other processes that need it wait. It is made in a temporary folder and renamed, so that a failed
 * attempt leaves no incomplete server.
 * @param what names the step in a progress line
 */
export const makeOnce = async (
  entry: CacheEntry,
  { what, progress, signal }: { what: string; progress: Progress; signal?: AbortSignal | undefined },
  make: (folder: string) => Promise<void>,
): Promise<string> => {
  await mkdir(entry.cache, { recursive: true })
  const release = await lockEntry(entry, progress, signal)
  try {
    const found = await findCached(entry)
    if (found !== undefined) return found
    await removeLeftovers(entry)
    const folder = await mkdtemp(path.join(entry.cache, `${entry.name}.making-`))
    try {
      await progress.step(what, () => make(folder))
      await access(path.join(folder, entry.file))
      const target = path.join(entry.cache, entry.name)
      await rm(target, { recursive: true, force: true })
      await rename(folder, target)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return cachedPath(entry)
  } finally {
    await release()
  }
}

const lockEntry = async (
  { cache, name }: CacheEntry,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> => {
  for (let isNoted = false; ; isNoted = true) {
    signal?.throwIfAborted()
    try {
      return await lock(path.join(cache, name), {
        realpath: false,
        stale: STALE_MS,
        // A lost lock (after sleep of a laptop) causes at most a second build: the rename is atomic.
        onCompromised: () => undefined,
      })
    } catch (error) {
      if (errorCode(error) !== 'ELOCKED') throw error
      if (!isNoted) progress.note(`Another process is installing ${name}; waiting for it to finish.`)
      await sleep(RETRY_MS)
    }
  }
}

const removeLeftovers = async ({ cache, name }: CacheEntry): Promise<void> => {
  const names = await readdir(cache)
  const leftovers = names.filter((candidate) => candidate.startsWith(`${name}.making-`))
  await Promise.all(leftovers.map((leftover) => rm(path.join(cache, leftover), { recursive: true, force: true })))
}
