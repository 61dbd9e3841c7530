import { orAborted } from '../../../platform/network/or-aborted.ts'
import { Problem, type ProblemName } from '../../../platform/problems/problem.ts'

/** One deadline for waiting and running: its signal aborts when the time is up, or when one of others does. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #ends: number
  readonly #late: ProblemName
  readonly #watched: (readonly [AbortSignal, () => void])[] = []

  /**
   * @param caller whose abort is an AbortError
   * @param pool whose abort is passed on as it is
   * @param late what it is to be late
   */
  constructor(timeoutMs: number, caller: AbortSignal, pool: AbortSignal, late: ProblemName = 'query_timeout') {
    this.#ends = performance.now() + timeoutMs
    this.#late = late
    this.#timer = setTimeout(() => this.#controller.abort(new Problem(late)), timeoutMs)
    this.#watch(pool, () => pool.reason)
    this.#watch(caller, () => abortError(caller))
  }

  /** Its reason is Problem `query_timeout` or what else it is to be late, an AbortError, or the pool's. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What is left of the time, in milliseconds; below zero when it is over. */
  get leftMs(): number {
    return this.#ends - performance.now()
  }

  /**
   * Whether it is over, by the clock too: in a process that was held up, a server that ends what took too long may be
   * heard before the timer has had its turn.
   */
  passed(): boolean {
    if (performance.now() >= this.#ends) this.#controller.abort(new Problem(this.#late))
    return this.signal.aborted
  }

  /** What comes first: the value, or the end of the time. */
  race<Value>(value: Promise<Value>): Promise<Value> {
    return orAborted(value, this.signal)
  }

  /** Ends it now. @param reason what its signal says */
  end(reason: unknown): void {
    this.#controller.abort(reason)
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
