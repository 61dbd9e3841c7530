import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { FairPlaces, type PlaceOwner } from '../../access/rules/fair-places.ts'
import { compileCacheEnv } from './compile-cache-env.ts'
import { ThreadDeadline } from './thread-deadline.ts'

/** A thread took too long over a call, or died of it. Another one takes its place. */
export class ThreadLost extends Error {}

export interface ThreadPoolOptions {
  /** The module that a thread runs: its default export takes a call and gives the reply. */
  readonly filename: string
  readonly threadsMax: number
  /** For one call, from when a thread says that it begins. */
  readonly deadlineMs: number
  /** Calls of one caller that may wait; see `FairPlaces`. */
  readonly waitingMax: number
  readonly memoryMb: number
  /** Variables that threads have, beside where Node keeps compiled modules; none of this process unless given. */
  readonly env?: Readonly<Record<string, string>>
}

/** What a thread gets of a call. */
export type WithBegun<Call> = Call & {
  /** Takes one message when the work begins: the deadline counts from there. */
  readonly begun: MessagePort
}

export interface CallOptions {
  /** Ends the waiting for a thread. */
  readonly waiting?: AbortSignal | undefined
  /** Ends the work, and with it the thread. */
  readonly working?: AbortSignal
  /** Of the call, which goes to the thread with them. */
  readonly ports?: readonly MessagePort[]
}

const IDLE_MS = 60_000

/**
 * Threads for work that could take too long: one that does, or that dies, is ended and replaced. Threads are shared by
 * organization, party and caller, and started when the first call comes. They have no environment of ours.
 */
export class ThreadPool<Call extends object, Reply> {
  readonly #options: ThreadPoolOptions
  readonly #places: FairPlaces
  #threads: Piscina<WithBegun<Call>, Reply> | undefined

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#places = new FairPlaces({ max: options.threadsMax, waitingMax: options.waitingMax })
  }

  /** @throws ThreadLost; Problem `tenant_busy` where too many calls of the owner wait; the reason of a signal */
  run(call: Call, owner: PlaceOwner, { waiting, working, ports = [] }: CallOptions = {}): Promise<Reply> {
    return this.#places.within(owner, () => this.#runNow(call, ports, working), { signal: waiting })
  }

  async #runNow(call: Call, ports: readonly MessagePort[], working?: AbortSignal): Promise<Reply> {
    const deadline = new ThreadDeadline(this.#options.deadlineMs)
    const { begun } = deadline
    const signal = working === undefined ? deadline.signal : AbortSignal.any([deadline.signal, working])
    try {
      this.#threads ??= this.#start()
      return await this.#threads.run({ ...call, begun }, { signal, transferList: [begun, ...ports] })
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

  #start(): Piscina<WithBegun<Call>, Reply> {
    const { filename, threadsMax, memoryMb, env } = this.#options
    const threads = new Piscina<WithBegun<Call>, Reply>({
      filename,
      minThreads: 1,
      maxThreads: threadsMax,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: { ...compileCacheEnv(), ...env },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    // A thread that dies while it has nothing to do is replaced like any other, and nobody else needs to know.
    return threads.on('error', () => {})
  }
}
