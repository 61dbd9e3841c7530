import { copyFile, stat, truncate } from 'node:fs/promises'

/** The size at which a log is moved to `.old`; the check runs every second, so that a log may exceed it for a moment. */
export const LOG_BYTES_MAX = 10_000_000

const CHECK_EVERY_MS = 1_000

/**
 * Limits the size of a log that any process appends to: a log that is too long is copied to `.old`, which is overwritten, and
 * truncated. The writer does not notice; a few lines may be lost.
 *
 * @param everyMs interval of the size check
 * @returns stops the checks
 */
export const limitLogSize = (
  file: string,
  { bytesMax = LOG_BYTES_MAX, everyMs = CHECK_EVERY_MS } = {},
): (() => void) => {
  let isChecking = false
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      await shorten(file, bytesMax)
    } catch {
      // The log is missing or not writable: the next check tries again.
    }
    isChecking = false
  }
  const timer = setInterval(check, everyMs).unref()
  return () => clearInterval(timer)
}

const shorten = async (file: string, bytesMax: number): Promise<void> => {
  const { size } = await stat(file)
  if (size <= bytesMax) return
  // On a full disk the log is truncated without a copy.
  await copyFile(file, `${file}.old`).catch(() => undefined)
  await truncate(file, 0)
}
