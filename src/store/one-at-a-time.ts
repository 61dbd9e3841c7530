/** Runs works of one key one after the other in this process, in the order in which they came. */
export type OneAtATime = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/**
 * For what reads a document and writes it back conditionally, or counts what it has written: of many at once in one process none
 * is refused or repeats its work because of the others. What other processes do is the condition's concern.
 */
export const oneAtATime = (): OneAtATime => {
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
