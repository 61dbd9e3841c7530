import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { QuerySlots } from '../../../access/rules/query-slots.ts'
import type { Row } from '../../../ask/rules/outcome.ts'
import type { Table } from '../../../guard/schema.ts'
import type { EngineUsage } from '../../../platform/metrics/rules/resource-usage.ts'
import type { Deadline } from '../../shared/connect/deadline.ts'
import { runInSlot, type SlotLimits } from '../../shared/connect/run-in-slot.ts'
import { type ChildModules, readChildModules } from './child-modules.ts'
import type { Job, JobStarted, Reply } from './messages.ts'

/** The process died during a job, usually out of memory, or was ended with its pool. */
export class ProcessDied extends Error {}

/** Queue length per tenant: a question reads values of some columns and runs its query; waiting is cheap. */
const WAITING_MAX = 2_000
const IDLE_MS = 60_000
const BEGIN_CHILD = fileURLToPath(new URL('./begin-child.js', import.meta.url))

let childModules: ChildModules | undefined

/** A pool of child processes that run one job at a time, are reused, and are killed to stop a job. */
export class SessionPool {
  readonly #slots: QuerySlots
  readonly #fastMs: number
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busy = new Set<ChildProcess>()
  readonly #closing = new AbortController()

  /** @param fastMs maximum time a job may hold a fast slot */
  constructor(processesMax: number, fastMs: number) {
    this.#slots = new QuerySlots({ max: processesMax, waitingMax: WAITING_MAX })
    this.#fastMs = fastMs
  }

  /** @returns the child's reply @throws as `runInSlot`, and ProcessDied; the job has ended by then */
  async run(job: Job, limits: SlotLimits): Promise<Reply> {
    const pool = { slots: this.#slots, fastMs: this.#fastMs, closing: this.#closing.signal }
    return await runInSlot(pool, limits, (deadline, begun) => this.#runNow(job, deadline, begun))
  }

  get usage(): EngineUsage {
    return { ...this.#slots.usage, connections: this.#idle.size + this.#busy.size }
  }

  /** Ends all processes, running or not. */
  async close(): Promise<void> {
    this.#closing.abort(new ProcessDied())
    await Promise.all([...this.#idle.keys(), ...this.#busy].map((child) => this.#kill(child)))
  }

  async #runNow(job: Job, deadline: Deadline, begun: () => void): Promise<Reply> {
    deadline.signal.throwIfAborted()
    const child = this.#child()
    try {
      const reply = await deadline.race(sendJob(child, job, begun))
      this.#rest(child)
      return reply
    } catch (error) {
      await this.#kill(child)
      throw error
    }
  }

  #child(): ChildProcess {
    const child = this.#idle.keys().next().value ?? this.#fork()
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    this.#busy.add(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  /** Without the parent's environment (secrets), and without permission to write files or start programs. */
  #fork(): ChildProcess {
    const child = fork(BEGIN_CHILD, [String(process.pid)], {
      execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--max-old-space-size=256'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.once('exit', () => this.#forget(child))
    child.on('error', () => this.#forget(child))
    childModules ??= readChildModules(new URL('./child.ts', import.meta.url))
    child.send(childModules, () => {})
    return child
  }

  /** Keeps a child for the next job, without keeping the process alive. */
  #rest(child: ChildProcess): void {
    this.#busy.delete(child)
    if (this.#closing.signal.aborted || !child.connected) {
      void this.#kill(child)
      return
    }
    this.#idle.set(child, setTimeout(() => void this.#kill(child), IDLE_MS).unref())
    child.unref()
    child.channel?.unref()
  }

  #forget(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    this.#busy.delete(child)
  }

  async #kill(child: ChildProcess): Promise<void> {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      this.#forget(child)
      return
    }
    child.ref()
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }
}

/** @param begun called when the process has the job */
const sendJob = (child: ChildProcess, job: Job, begun: () => void): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new ProcessDied())
    child.once('exit', onExit)
    const tables: Table[] = []
    const rows: Row[] = []
    const onReply = (reply: Reply | JobStarted): void => {
      if (reply.kind === 'begun') {
        begun()
        return
      }
      if (reply.kind === 'tables') tables.push(...reply.tables)
      if (reply.kind === 'first rows') rows.push(...reply.rows)
      if (reply.kind === 'first rows' || (reply.kind === 'tables' && !reply.isLast)) return
      child.off('exit', onExit)
      child.off('message', onReply)
      if (reply.kind === 'tables') resolve({ ...reply, tables })
      else if (reply.kind !== 'rows' || rows.length === 0) resolve(reply)
      else resolve({ ...reply, result: { ...reply.result, rows: [...rows, ...reply.result.rows] } })
    }
    child.on('message', onReply)
    child.send(job, (error) => {
      if (error !== null) reject(new ProcessDied())
    })
  })
