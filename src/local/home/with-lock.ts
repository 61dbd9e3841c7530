import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { lock } from 'proper-lockfile'

/** A holder that shows no life for so long has been killed. */
const STALE_MS = 4_000
const ATTEMPTS = { retries: 300, factor: 1, minTimeout: 30, maxTimeout: 60 }

/**
 * Does short work while no other process does any under the same lock, waiting for its turn.
 * @param work is told whether the lock is still ours: a process that was held up for seconds counts as killed
 * @throws when the lock cannot be made, or is not to be had within some ten seconds
 */
export const withLock = async <T>(lockFile: string, work: (isHeld: () => boolean) => Promise<T>): Promise<T> => {
  // Otherwise a folder that cannot be written would be tried as long as a lock that somebody holds.
  await access(path.dirname(lockFile), constants.W_OK)
  const release = await lock(lockFile, {
    lockfilePath: lockFile,
    realpath: false,
    stale: STALE_MS,
    retries: ATTEMPTS,
    // The default throws where nobody can catch; `isHeld` tells the one who must know.
    onCompromised: () => undefined,
  })
  const begun = performance.now()
  try {
    return await work(() => performance.now() - begun < STALE_MS)
  } finally {
    // It fails where another process has taken the lock for stale.
    await release().catch(() => undefined)
  }
}
