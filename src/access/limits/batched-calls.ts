interface PendingCall<Value> {
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/** Runs `work` for one call, or once for all calls with the same key that arrived during its previous run. */
type BatchedCalls<Value> = (key: string, work: (count: number) => Promise<readonly Value[]>) => Promise<Value>

/**
 * Request coalescing: the first call with a key runs immediately, calls that arrive during a run share the next one. `work`
 * resolves to one value per call; its error rejects every call of the run.
 */
export const batchedCalls = <Value>(): BatchedCalls<Value> => {
  const pending = new Map<string, PendingCall<Value>[]>()
  const run = async (key: string, work: (count: number) => Promise<readonly Value[]>): Promise<void> => {
    for (let batch = pending.get(key) ?? []; batch.length > 0; batch = pending.get(key) ?? []) {
      pending.set(key, [])
      try {
        const values = await work(batch.length)
        for (const [index, { resolve, reject }] of batch.entries()) {
          const value = values[index]
          if (value === undefined) reject(new Error('A batch has fewer values than calls.'))
          else resolve(value)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    pending.delete(key)
  }
  return (key, work) =>
    new Promise((resolve, reject) => {
      const batch = pending.get(key)
      if (batch === undefined) {
        pending.set(key, [{ resolve, reject }])
        void run(key, work)
      } else batch.push({ resolve, reject })
    })
}
