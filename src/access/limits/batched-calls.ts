interface Waiting<Value> {
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/** Does one thing for a caller, or for all who ask for the same while it is being done for others. */
export type BatchedCalls<Value> = (alike: string, work: (count: number) => Promise<readonly Value[]>) => Promise<Value>

/**
 * Lets callers who want the same go together: the first at once, and whoever comes meanwhile with the next turn. `work`
 * gives a value for each of so many; its error is everyone's.
 */
export const batchedCalls = <Value>(): BatchedCalls<Value> => {
  const waiting = new Map<string, Waiting<Value>[]>()
  const run = async (alike: string, work: (count: number) => Promise<readonly Value[]>): Promise<void> => {
    for (let turn = waiting.get(alike) ?? []; turn.length > 0; turn = waiting.get(alike) ?? []) {
      waiting.set(alike, [])
      try {
        const values = await work(turn.length)
        for (const [index, { resolve, reject }] of turn.entries()) {
          const value = values[index]
          if (value === undefined) reject(new Error('There is no value for everyone.'))
          else resolve(value)
        }
      } catch (error) {
        for (const { reject } of turn) reject(error)
      }
    }
    waiting.delete(alike)
  }
  return (alike, work) =>
    new Promise((resolve, reject) => {
      const turn = waiting.get(alike)
      if (turn === undefined) {
        waiting.set(alike, [{ resolve, reject }])
        void run(alike, work)
      } else turn.push({ resolve, reject })
    })
}
