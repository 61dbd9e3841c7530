const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One Ctrl-C may arrive three times: from the terminal, from npm and from the command's shim, which pass it on. */
const SAME_MS = 1_000

interface Interrupted {
  readonly first: () => void
  readonly again: () => void
  /** Within this time after the first, another one is the same. */
  readonly sameMs?: number
}

/**
 * Calls `first` when this process is asked to stop, and `again` when it is asked once more a second or more later.
 * @returns what takes the listeners away
 */
export const onInterruption = ({ first, again, sameMs = SAME_MS }: Interrupted): (() => void) => {
  let firstAt: number | undefined
  const heard = (): void => {
    const now = performance.now()
    if (firstAt === undefined) {
      firstAt = now
      first()
    } else if (now - firstAt > sameMs) {
      again()
    }
  }
  for (const signal of SIGNALS) process.on(signal, heard)
  return () => {
    for (const signal of SIGNALS) process.off(signal, heard)
  }
}
