/** The answer of a part of the service with its duration in milliseconds, or why there is none. */
export type TimedAnswer<Value> = { readonly ms: number; readonly value: Value } | { readonly error: unknown }

/** Asks a part of the service; one that has not answered within `withinMs` has no answer. Never rejects. */
export const timedAnswer = async <Value>(withinMs: number, ask: () => Promise<Value>): Promise<TimedAnswer<Value>> => {
  const began = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${withinMs} ms`)), withinMs)
  try {
    const value = await Promise.race([ask(), late.promise])
    return { ms: Math.round(performance.now() - began), value }
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}
