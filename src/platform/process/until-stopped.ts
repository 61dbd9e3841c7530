import { onStopSignal } from './stop-signal.ts'

/** Resolves when this process receives a stop signal; a second one exits immediately. */
export const untilStopped = (): Promise<string> =>
  new Promise((resolve) => {
    onStopSignal({ first: () => resolve('stop signal received'), again: () => process.exit(130) })
  })
