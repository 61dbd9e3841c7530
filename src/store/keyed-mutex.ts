/** Runs tasks with the same key sequentially in this process, in order of arrival. */
type KeyedMutex = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/**
 * A mutex per key, for optimistic read-modify-write cycles: concurrent tasks of one process do not fail or retry because of each
 * other. Between processes the condition of the write decides.
 */
export const keyedMutex = (): KeyedMutex => {
  const latest = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = latest.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    latest.set(key, own)
    try {
      return await own
    } finally {
      if (latest.get(key) === own) latest.delete(key)
    }
  }
}
