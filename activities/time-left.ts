import { Problem } from '../src/platform/problems/problem.ts'

/** The time of a step that several parts share, from now on. */
export class TimeLeft {
  readonly #end: number

  constructor(ms: number) {
    this.#end = performance.now() + ms
  }

  /** @throws Problem `query_timeout` when nothing is left */
  ms(): number {
    const left = Math.floor(this.#end - performance.now())
    if (left <= 0) throw new Problem('query_timeout')
    return left
  }

  /**
   * What others may be waiting for too, as long as there is time.
   *
   * @throws Problem `query_timeout`, and the signal's reason when it aborts
   */
  async for<Value>(shared: Promise<Value>, signal: AbortSignal): Promise<Value> {
    const { promise: over, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Problem('query_timeout')), this.ms())
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      return await Promise.race([shared, over])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }
}
