import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem, type ProblemName } from '../../../platform/problems/problem.ts'

/** A deadline for waiting and running: its signal aborts when the time is up, or when a given signal aborts. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #ends: number
  readonly #late: ProblemName
  readonly #watched: (readonly [AbortSignal, () => void])[] = []

  /**
   * @param caller its abort becomes an AbortError
   * @param pool its abort reason is passed on
   * @param late Problem on timeout
   */
  constructor(timeoutMs: number, caller: AbortSignal, pool: AbortSignal, late: ProblemName = 'query_timeout') {
    this.#ends = performance.now() + timeoutMs
    this.#late = late
    this.#timer = setTimeout(() => this.#controller.abort(new Problem(late)), timeoutMs)
    this.#watch(pool, () => pool.reason)
    this.#watch(caller, () => abortError(caller))
  }

  /** Its reason is the Problem on timeout (default `query_timeout`), an AbortError, or the pool's. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Remaining time in ms; negative after the deadline. */
  get leftMs(): number {
    return this.#ends - performance.now()
  }

  /** Also checks the clock: in a blocked process, the server's own timeout may arrive before the timer fires. */
  hasPassed(): boolean {
    if (performance.now() >= this.#ends) this.#controller.abort(new Problem(this.#late))
    return this.signal.aborted
  }

  /** Resolves with the value, or rejects when the signal aborts first. */
  race<Value>(value: Promise<Value>): Promise<Value> {
    return rejectOnAbort(value, this.signal)
  }

  /** Aborts now. @param reason of the signal */
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
