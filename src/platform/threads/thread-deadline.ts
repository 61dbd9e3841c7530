import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Maximum start time of a thread, which can be long on a busy machine. */
const START_MS = 30_000

/**
 * The deadline of one call to a thread. It runs from the thread's start message, so that the start of the thread does not count.
 */
export class ThreadDeadline {
  /** Port for the thread's start message. */
  readonly startPort: MessagePort
  readonly #localPort: MessagePort
  readonly #overrun = new AbortController()
  #timer: NodeJS.Timeout

  constructor(deadlineMs: number) {
    const { port1, port2 } = new MessageChannel()
    this.#localPort = port1
    this.startPort = port2
    this.#timer = this.#abortIn(START_MS)
    port1.once('message', () => {
      clearTimeout(this.#timer)
      this.#timer = this.#abortIn(deadlineMs)
    })
  }

  /** Aborts at the deadline. */
  get signal(): AbortSignal {
    return this.#overrun.signal
  }

  clear(): void {
    this.#localPort.close()
    clearTimeout(this.#timer)
  }

  #abortIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#overrun.abort(), ms)
  }
}
