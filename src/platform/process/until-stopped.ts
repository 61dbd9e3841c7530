import { onInterruption } from './interruption.ts'

/** Resolves when this process is asked to stop; asked once more, it ends at once. */
export const untilStopped = (): Promise<string> =>
  new Promise((resolve) => {
    onInterruption({ first: () => resolve('stop signal received'), again: () => process.exit(130) })
  })
