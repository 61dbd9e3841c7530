import { copyFile, stat, truncate } from 'node:fs/promises'

/** Longer than this no log is for longer than a moment, and what it was before no longer than it was then. */
export const LOG_BYTES_MAX = 10_000_000

const LOOK_EVERY_MS = 1_000

/**
 * Keeps a log short that a process appends to, this one or another: what is there is copied aside, in the place of what
 * was copied before, and the log begins anew. Whoever writes it need not know; a line or two may be lost.
 *
 * @param everyMs how often its length is looked at
 * @returns how to stop
 */
export const boundLog = (file: string, { bytesMax = LOG_BYTES_MAX, everyMs = LOOK_EVERY_MS } = {}): (() => void) => {
  let looking = false
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    try {
      await shorten(file, bytesMax)
    } catch {
      // It is not there, or nobody may change it: the next look tries again.
    }
    looking = false
  }
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}

const shorten = async (file: string, bytesMax: number): Promise<void> => {
  const { size } = await stat(file)
  if (size <= bytesMax) return
  // Where the disk is full, a log without its past is better than none.
  await copyFile(file, `${file}.old`).catch(() => undefined)
  await truncate(file, 0)
}
