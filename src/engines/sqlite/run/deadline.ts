import { Problem } from '../../../domain/problem.ts'

/** One deadline for waiting and running: its signal aborts when the time is up, or when one of others does. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #watched: (readonly [AbortSignal, () => void])[] = []

  /**
   * @param caller whose abort is an AbortError
   * @param pool whose abort is passed on as it is
   */
  constructor(timeoutMs: number, caller: AbortSignal, pool: AbortSignal) {
    this.#timer = setTimeout(() => this.#controller.abort(new Problem('query_timeout')), timeoutMs)
    this.#watch(pool, () => pool.reason)
    this.#watch(caller, () => abortError(caller))
  }

  /** Its reason is Problem `query_timeout`, an AbortError, or the pool's. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What comes first: the value, or the end of the time. */
  async race<Value>(value: Promise<Value>): Promise<Value> {
    const { promise: passed, reject } = Promise.withResolvers<never>()
    const onPassed = () => reject(this.signal.reason)
    this.signal.addEventListener('abort', onPassed, { once: true })
    if (this.signal.aborted) onPassed()
    try {
      return await Promise.race([value, passed])
    } finally {
      this.signal.removeEventListener('abort', onPassed)
    }
  }

  clear(): void {
    clearTimeout(this.#timer)
    for (const [signal, onAbort] of this.#watched) signal.removeEventListener('abort', onAbort)
  }

  #watch(signal: AbortSignal, reason: () => unknown): void {
    const onAbort = () => this.#controller.abort(reason())
    signal.addEventListener('abort', onAbort, { once: true })
    this.#watched.push([signal, onAbort])
    if (signal.aborted) onAbort()
  }
}

const abortError = ({ reason }: AbortSignal): Error =>
  reason instanceof Error && reason.name === 'AbortError'
    ? reason
    : Object.assign(new Error('The query was stopped.', { cause: reason }), { name: 'AbortError' })
