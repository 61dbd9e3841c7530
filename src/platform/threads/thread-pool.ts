import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { FairSemaphore, type SlotOwner } from '../../access/rules/fair-semaphore.ts'
import { compileCacheEnv } from './compile-cache-env.ts'
import { ThreadDeadline } from './thread-deadline.ts'

/** A thread exceeded the deadline or died. It is replaced. */
export class ThreadLost extends Error {}

interface ThreadPoolOptions {
  /** The module that a thread runs: its default export maps a call to a reply. */
  readonly filename: string
  readonly threadsMax: number
  /** Time limit of one call, from its start in a thread. */
  readonly deadlineMs: number
  /** Maximum number of waiting calls per caller; see `FairSemaphore`. */
  readonly waitingMax: number
  readonly memoryMb: number
  /** Environment of the threads in addition to Node's compile cache; nothing is inherited from this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** A call as passed to a thread. */
export type StartedCall<Call> = Call & {
  /** Port for the start message, from which the deadline runs. */
  readonly startPort: MessagePort
}

interface CallOptions {
  /** Aborts the wait for a thread. */
  readonly waiting?: AbortSignal | undefined
  /** Aborts the work and terminates the thread. */
  readonly working?: AbortSignal
  /** Ports in the call, which are transferred to the thread. */
  readonly ports?: readonly MessagePort[]
}

const IDLE_MS = 60_000

/**
 * A pool of threads for work of uncertain duration: threads that exceed the deadline or die are replaced. Threads are shared fairly
 * by organization, party and caller, and started by the first call. They do not inherit the environment.
 */
export class ThreadPool<Call extends object, Reply> {
  readonly #options: ThreadPoolOptions
  readonly #slots: FairSemaphore
  #threads: Piscina<StartedCall<Call>, Reply> | undefined

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#slots = new FairSemaphore({ max: options.threadsMax, waitingMax: options.waitingMax })
  }

  /** @throws ThreadLost; Problem `tenant_busy` if too many calls of the owner are waiting; a signal's reason */
  run(call: Call, owner: SlotOwner, { waiting, working, ports = [] }: CallOptions = {}): Promise<Reply> {
    return this.#slots.within(owner, () => this.#runNow(call, ports, working), { signal: waiting })
  }

  async #runNow(call: Call, ports: readonly MessagePort[], working?: AbortSignal): Promise<Reply> {
    const deadline = new ThreadDeadline(this.#options.deadlineMs)
    const { startPort } = deadline
    const signal = working === undefined ? deadline.signal : AbortSignal.any([deadline.signal, working])
    try {
      this.#threads ??= this.#start()
      return await this.#threads.run({ ...call, startPort }, { signal, transferList: [startPort, ...ports] })
    } catch (error) {
      working?.throwIfAborted()
      throw new ThreadLost('a thread was lost', { cause: error })
    } finally {
      deadline.clear()
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await this.#threads?.destroy()
    this.#threads = undefined
  }

  #start(): Piscina<StartedCall<Call>, Reply> {
    const { filename, threadsMax, memoryMb, env } = this.#options
    const threads = new Piscina<StartedCall<Call>, Reply>({
      filename,
      minThreads: 1,
      maxThreads: threadsMax,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: { ...compileCacheEnv(), ...env },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    // An idle thread that dies is replaced; no call is affected.
    return threads.on('error', () => {})
  }
}
