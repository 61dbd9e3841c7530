/** Resolves with the value, unless the signal aborts first. @throws the signal's reason */
export const rejectOnAbort = async <Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  // Avoids an unhandled rejection if the value fails after the abort.
  value.catch(() => {})
  try {
    return await Promise.race([value, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
