interface PendingCall<Call, Value> {
  readonly call: Call
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/** Does the work of several calls with the same key at once. @returns one value per call, in their order */
type BatchWork<Call, Value> = (key: string, calls: readonly [Call, ...Call[]]) => Promise<readonly Value[]>

/**
 * Request coalescing: the first call with a key runs immediately, calls that arrive during a run share the next one. An error of
 * `work` rejects every call of the run.
 */
export const batchedCalls = <Call, Value>(
  work: BatchWork<Call, Value>,
): ((key: string, call: Call) => Promise<Value>) => {
  const pending = new Map<string, PendingCall<Call, Value>[]>()
  const run = async (key: string): Promise<void> => {
    for (let batch = pending.get(key); batch !== undefined; batch = pending.get(key)) {
      const [first, ...others] = batch
      if (first === undefined) break
      pending.set(key, [])
      try {
        const values = await work(key, [first.call, ...others.map(({ call }) => call)])
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
  return (key, call) =>
    new Promise((resolve, reject) => {
      const batch = pending.get(key)
      if (batch === undefined) {
        pending.set(key, [{ call, resolve, reject }])
        void run(key)
      } else batch.push({ call, resolve, reject })
    })
}
