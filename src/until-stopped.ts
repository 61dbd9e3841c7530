/** Resolves with the first signal that asks this process to stop; a second one ends it at once. */
export const untilStopped = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve(signal)
        process.once(signal, () => process.exit(130))
      })
    }
  })
