const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One Ctrl-C may arrive three times: from the terminal, and forwarded by npm and by the shim of the command. */
const SAME_MS = 1_000

interface InterruptionHandlers {
  readonly first: () => void
  readonly again: () => void
  /** Signals within this time after the first one are ignored. */
  readonly sameMs?: number
}

/**
 * Calls `first` at the first stop signal, and `again` at later ones, a second or more afterwards.
 * @returns removes the listeners
 */
export const onStopSignal = ({ first, again, sameMs = SAME_MS }: InterruptionHandlers): (() => void) => {
  let firstAt: number | undefined
  const onSignal = (): void => {
    const now = performance.now()
    if (firstAt === undefined) {
      firstAt = now
      first()
    } else if (now - firstAt > sameMs) {
      again()
    }
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
