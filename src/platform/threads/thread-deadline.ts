import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** A thread that has not begun by then will not: starting one takes long on a busy machine. */
const START_MS = 30_000

/**
 * The deadline of one call to a thread. It counts from when the thread says that it has begun: a call that finds no
 * thread ready waits for one to start, and that is not its texts' fault.
 */
export class ThreadDeadline {
  /** For the thread, which sends one message when it begins. */
  readonly begun: MessagePort
  readonly #here: MessagePort
  readonly #overrun = new AbortController()
  #timer: NodeJS.Timeout

  constructor(deadlineMs: number) {
    const { port1, port2 } = new MessageChannel()
    this.#here = port1
    this.begun = port2
    this.#timer = this.#abortIn(START_MS)
    port1.once('message', () => {
      clearTimeout(this.#timer)
      this.#timer = this.#abortIn(deadlineMs)
    })
  }

  /** Aborts when the time is up. */
  get signal(): AbortSignal {
    return this.#overrun.signal
  }

  clear(): void {
    this.#here.close()
    clearTimeout(this.#timer)
  }

  #abortIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#overrun.abort(), ms)
  }
}
