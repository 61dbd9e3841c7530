import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import type { SlotOwner } from '../../access/rules/fair-semaphore.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { ThreadLost, ThreadPool } from '../../platform/threads/thread-pool.ts'
import { ATTACK_COPIES_MAX } from '../jobs/rules/attack-input.ts'
import type { AttackReport } from './attack-database.ts'
import type { AttackOutcome, AttackProgress, AttackTask } from './attack-thread.ts'

/** A stored policy and its database. */
export type AttackedDatabase = Pick<AttackTask, 'engine' | 'address' | 'include' | 'policy'>

/** An attempt of a run, which determines the labels of its copies. */
interface AttackAttempt {
  /** UUID. */
  readonly runId: string
  /** From 1. */
  readonly attempt: number
}

interface AttackOptions extends AttackAttempt {
  readonly signal: AbortSignal
  onTried(count: AttackProgress): void
}

/** Concurrent runs per process; each tries three drafts concurrently. */
const THREADS_MAX = 2
const WAITING_MAX = 20
const MEMORY_MB = 512
/** Time limit of a run, from the start of its thread. */
const TIMEOUT_MS = 10 * 60_000
/** Then the thread is terminated. Removing the copies from a slow server takes additional time. */
const DEADLINE_MS = TIMEOUT_MS + 2 * 60_000
const THREAD = fileURLToPath(new URL('./attack-thread.ts', import.meta.url))

/** Attacks on stored policies, each in a separate thread, so that other work is not blocked. */
export class PolicyAttacks {
  readonly #allowPrivateHosts: boolean
  readonly #threads = new ThreadPool<AttackTask, AttackOutcome>({
    filename: THREAD,
    threadsMax: THREADS_MAX,
    waitingMax: WAITING_MAX,
    deadlineMs: DEADLINE_MS,
    memoryMb: MEMORY_MB,
    env: { TMPDIR: tmpdir() },
  })

  constructor({ allowPrivateHosts }: { readonly allowPrivateHosts: boolean }) {
    this.#allowPrivateHosts = allowPrivateHosts
  }

  /**
   * Attacks a policy on copies with planted rows, after removing the copies of earlier attempts of the run.
   *
   * @param owner the organization, by which threads are shared fairly
   * @throws Problem `state_invalid` with the reason if the policy cannot be attacked; `query_timeout`; `internal` if the thread
   *   was lost; `database_unreachable` and other connection problems; the signal's reason
   */
  async attack(
    database: AttackedDatabase,
    owner: SlotOwner,
    { signal, onTried, ...run }: AttackOptions,
  ): Promise<AttackReport> {
    const labels = { leftBehind: earlierAttempts(run).flatMap(labelsOf), labels: labelsOf(run) }
    const report = await this.#call(database, owner, labels, { signal, onTried })
    if (report === undefined) throw new Problem('internal')
    return report
  }

  /** Removes the copies of all attempts of a run. @throws see `attack` */
  async removeCopies(database: AttackedDatabase, owner: SlotOwner, last: AttackAttempt): Promise<void> {
    const leftBehind = [...earlierAttempts(last), last].flatMap(labelsOf)
    await this.#call(database, owner, { leftBehind, labels: undefined })
  }

  /** Ends all threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  async #call(
    database: AttackedDatabase,
    owner: SlotOwner,
    copies: Pick<AttackTask, 'leftBehind' | 'labels'>,
    { signal, onTried }: Partial<Pick<AttackOptions, 'signal' | 'onTried'>> = {},
  ): Promise<AttackReport | undefined> {
    signal?.throwIfAborted()
    const { port1: localPort, port2: port } = new MessageChannel()
    localPort.on('message', (count: AttackProgress) => onTried?.(count))
    // The thread stops itself after its statements have ended and its copies are removed.
    const onAbort = () => localPort.postMessage('stop')
    signal?.addEventListener('abort', onAbort, { once: true })
    const { engine, address, include, policy } = database
    const call = { engine, address, include, policy, ...copies, port }
    const allowed = { allowPrivateHosts: this.#allowPrivateHosts, timeoutMs: TIMEOUT_MS }
    try {
      const end = await this.#threads.run({ ...call, ...allowed }, owner, { waiting: signal, ports: [port] })
      if (end.kind === 'failed') throw new Problem(end.problem, { message: end.message, transient: end.transient })
      return end.report
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof ThreadLost)) throw error
      throw new Problem('internal', { transient: true, cause: error })
    } finally {
      signal?.removeEventListener('abort', onAbort)
      localPort.close()
    }
  }
}

const earlierAttempts = ({ runId, attempt }: AttackAttempt): readonly AttackAttempt[] =>
  Array.from({ length: attempt - 1 }, (_, index) => ({ runId, attempt: index + 1 }))

const labelsOf = ({ runId, attempt }: AttackAttempt): readonly string[] =>
  Array.from({ length: ATTACK_COPIES_MAX }, (_, index) => `${runId.replaceAll('-', '')}_${attempt}_${index}`)
