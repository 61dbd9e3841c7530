import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { lock } from 'proper-lockfile'

/** A holder that has not refreshed the lock for this time counts as killed. */
const STALE_MS = 4_000
const ATTEMPTS = { retries: 300, factor: 1, minTimeout: 30, maxTimeout: 60 }

/**
 * Runs short work under a lock file, and waits for the lock.
 * @param work may ask whether this process still holds the lock: one that was paused for seconds counts as killed
 * @throws if the lock file cannot be created, or the lock is not free within about ten seconds
 */
export const withLock = async <T>(lockFile: string, work: (isHeld: () => boolean) => Promise<T>): Promise<T> => {
  // Without this check, a folder that is not writable would be retried like a lock that is held.
  await access(path.dirname(lockFile), constants.W_OK)
  const release = await lock(lockFile, {
    lockfilePath: lockFile,
    realpath: false,
    stale: STALE_MS,
    retries: ATTEMPTS,
    // The default throws in a timer, where it cannot be caught; `isHeld` reports the loss instead.
    onCompromised: () => undefined,
  })
  const begun = performance.now()
  try {
    return await work(() => performance.now() - begun < STALE_MS)
  } finally {
    // It fails if another process has taken over the lock as stale.
    await release().catch(() => undefined)
  }
}
