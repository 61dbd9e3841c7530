/** Runs something until it is done, or until this process receives a signal to end: then it throws, and what was begun can be ended. */
export const untilSignalled = async <T>(work: () => Promise<T>): Promise<T> => {
  const signalled = Promise.withResolvers<never>()
  const stop = (signal: NodeJS.Signals): void => signalled.reject(new Error(`Told to end (${signal}).`))
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return await Promise.race([work(), signalled.promise])
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
