/** The response of a part of the service with its duration in ms, or the error. */
export type TimedAnswer<Value> = { readonly ms: number; readonly value: Value } | { readonly error: unknown }

/** Calls a part of the service; no response within `withinMs` is an error. Never rejects. */
export const timedAnswer = async <Value>(withinMs: number, ask: () => Promise<Value>): Promise<TimedAnswer<Value>> => {
  const startedAt = performance.now()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`no answer within ${withinMs} ms`)), withinMs)
  try {
    const value = await Promise.race([ask(), timeout.promise])
    return { ms: Math.round(performance.now() - startedAt), value }
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}
