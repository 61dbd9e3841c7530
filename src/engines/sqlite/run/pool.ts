import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../../domain/problem.ts'
import type { Job, Reply } from './messages.ts'

export interface JobLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Whose job it is: one owner never takes all processes. */
  readonly owner: string
}

/** The process died of a job, most likely for want of memory, or was ended with its pool. */
export class Died extends Error {}

interface Waiting {
  readonly owner: string
  readonly start: (child: ChildProcess) => void
  readonly giveUp: (error: Error) => void
}

const IDLE_MS = 60_000
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Child processes that run one job each, are reused, and are killed when a job must end. */
export class Pool {
  readonly #max: number
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busy = new Map<ChildProcess, string>()
  readonly #queue: Waiting[] = []
  #closed = false

  constructor(processesMax: number) {
    this.#max = processesMax
  }

  /**
   * @returns the child's reply
   * @throws Problem `query_timeout`, Died, and an AbortError when the signal aborts; the job is gone by then
   */
  async run(job: Job, limits: JobLimits): Promise<Reply> {
    const waiting = new Deadline(limits)
    const child = await this.#child(limits.owner, waiting)
    const running = new Deadline(limits)
    try {
      const reply = await Promise.race([answer(child, job), running.passed])
      this.#release(child)
      return reply
    } catch (error) {
      await this.#kill(child)
      throw error
    } finally {
      running.clear()
    }
  }

  /** Ends all processes, running or not. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { giveUp } of this.#queue.splice(0)) giveUp(new Died())
    await Promise.all([...this.#idle.keys(), ...this.#busy.keys()].map((child) => this.#kill(child)))
  }

  async #child(owner: string, deadline: Deadline): Promise<ChildProcess> {
    const { promise: free, resolve: start, reject: giveUp } = Promise.withResolvers<ChildProcess>()
    const waiting: Waiting = { owner, start, giveUp }
    if (this.#closed) giveUp(new Died())
    else this.#queue.push(waiting)
    this.#serve()
    try {
      return await Promise.race([free, deadline.passed])
    } catch (error) {
      const place = this.#queue.indexOf(waiting)
      if (place >= 0) this.#queue.splice(place, 1)
      // A process may have been given in the same moment: it goes back.
      else void free.then((child) => this.#release(child)).catch(() => {})
      throw error
    } finally {
      deadline.clear()
    }
  }

  /** First come, first served, except that the last process is kept for another owner. */
  #serve(): void {
    while (!this.#closed && this.#busy.size < this.#max) {
      const next = this.#queue.findIndex(({ owner }) => this.#mayStart(owner))
      const [waiting] = next < 0 ? [] : this.#queue.splice(next, 1)
      if (waiting === undefined) return
      const child = this.#idle.keys().next().value ?? this.#fork()
      clearTimeout(this.#idle.get(child))
      this.#idle.delete(child)
      this.#busy.set(child, waiting.owner)
      child.ref()
      child.channel?.ref()
      waiting.start(child)
    }
  }

  #mayStart(owner: string): boolean {
    const running = [...this.#busy.values()].filter((one) => one === owner).length
    return running < Math.max(1, this.#max - 1)
  }

  /** Without the parent's environment, which holds secrets, and without the right to write a file or start a program. */
  #fork(): ChildProcess {
    const child = fork(CHILD, [], {
      execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--max-old-space-size=256'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.once('exit', () => this.#forget(child))
    child.on('error', () => this.#forget(child))
    return child
  }

  #release(child: ChildProcess): void {
    this.#busy.delete(child)
    if (this.#closed || !child.connected) void this.#kill(child)
    else {
      this.#idle.set(child, setTimeout(() => void this.#kill(child), IDLE_MS).unref())
      // An idle child keeps no process alive.
      child.unref()
      child.channel?.unref()
    }
    this.#serve()
  }

  #forget(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    this.#busy.delete(child)
    this.#serve()
  }

  async #kill(child: ChildProcess): Promise<void> {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      this.#forget(child)
      return
    }
    child.ref()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
}

const answer = (child: ChildProcess, job: Job): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new Died())
    child.once('exit', onExit)
    child.once('message', (reply: Reply) => {
      child.off('exit', onExit)
      resolve(reply)
    })
    child.send(job, (error) => {
      if (error !== null) reject(new Died())
    })
  })

/** Rejects when the time is up or the signal aborts. */
class Deadline {
  readonly passed: Promise<never>
  readonly #clear: () => void

  constructor({ timeoutMs, signal }: JobLimits) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.passed = promise
    const onAbort = () => reject(abortError(signal))
    const timer = setTimeout(() => reject(new Problem('query_timeout')), timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    this.#clear = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      promise.catch(() => {})
    }
  }

  clear(): void {
    this.#clear()
  }
}

const abortError = ({ reason }: AbortSignal): Error =>
  reason instanceof Error && reason.name === 'AbortError'
    ? reason
    : Object.assign(new Error('The query was stopped.', { cause: reason }), { name: 'AbortError' })
