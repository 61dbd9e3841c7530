/** @throws when the work takes longer */
export const within = async <Value>(ms: number, what: () => string, work: () => Promise<Value>): Promise<Value> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what()} took longer than ${ms} ms`)), ms)
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
