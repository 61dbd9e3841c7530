import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { errorCode } from '../error-code.ts'
import type { Progress } from '../progress.ts'

/** A server in the cache folder: `<cache>/<name>/<file>`. */
export interface CacheEntry {
  readonly cache: string
  /** With the version, so that checkouts of different ages share one cache. */
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
const LOOK_AGAIN_MS = 500

/**
 * Makes a server once, however many processes want it: the others wait. It is made in a folder aside and put in
 * place by a rename, so that a broken attempt leaves nothing that looks like a server.
 * @param what the step, as in a progress line
 */
export const makeOnce = async (
  entry: CacheEntry,
  { what, progress, signal }: { what: string; progress: Progress; signal?: AbortSignal | undefined },
  make: (folder: string) => Promise<void>,
): Promise<string> => {
  await mkdir(entry.cache, { recursive: true })
  const release = await takeTurn(entry, progress, signal)
  try {
    const found = await findCached(entry)
    if (found !== undefined) return found
    await removeLeftovers(entry)
    const folder = await mkdtemp(path.join(entry.cache, `${entry.name}.making-`))
    try {
      await progress.step(what, () => make(folder))
      await access(path.join(folder, entry.file))
      const place = path.join(entry.cache, entry.name)
      await rm(place, { recursive: true, force: true })
      await rename(folder, place)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return cachedPath(entry)
  } finally {
    await release()
  }
}

const takeTurn = async (
  { cache, name }: CacheEntry,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> => {
  for (let told = false; ; told = true) {
    signal?.throwIfAborted()
    try {
      return await lock(path.join(cache, name), {
        realpath: false,
        stale: STALE_MS,
        // Losing the lock (a laptop that slept) costs a second build at most: the rename is the real decision.
        onCompromised: () => undefined,
      })
    } catch (error) {
      if (errorCode(error) !== 'ELOCKED') throw error
      if (!told) progress.note(`Another process is installing ${name}; waiting for it to finish.`)
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

const removeLeftovers = async ({ cache, name }: CacheEntry): Promise<void> => {
  const names = await readdir(cache)
  const leftovers = names.filter((candidate) => candidate.startsWith(`${name}.making-`))
  await Promise.all(leftovers.map((leftover) => rm(path.join(cache, leftover), { recursive: true, force: true })))
}
