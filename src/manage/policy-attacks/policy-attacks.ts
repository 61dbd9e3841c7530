import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import type { PlaceOwner } from '../../access/rules/fair-places.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { ThreadLost, ThreadPool } from '../../platform/threads/thread-pool.ts'
import { ATTACK_COPIES_MAX } from '../jobs/rules/attack-input.ts'
import type { AttackReport } from './attack-database.ts'
import type { AttackCall, AttackCount, AttackEnd } from './attack-thread.ts'

/** A stored policy, and where its database is. */
export type AttackedDatabase = Pick<AttackCall, 'engine' | 'address' | 'include' | 'policy'>

/** Which attempt of which run it is: copies are labelled by both. */
export interface AttackAttempt {
  /** UUID. */
  readonly runId: string
  /** From 1. */
  readonly attempt: number
}

interface Attacking extends AttackAttempt {
  readonly signal: AbortSignal
  onTried(count: AttackCount): void
}

/** Attacks of a process at once: each tries three drafts at a time. */
const THREADS_MAX = 2
const WAITING_MAX = 20
const MEMORY_MB = 512
/** For one run, from when its thread begins. */
const TIMEOUT_MS = 10 * 60_000
/** Beyond that a thread that is still there is ended: removing copies from a server that hardly answers takes long. */
const DEADLINE_MS = TIMEOUT_MS + 2 * 60_000
const THREAD = fileURLToPath(new URL('./attack-thread.ts', import.meta.url))

/** Attacks on stored policies, each in its own thread, so that requests do not wait for them. */
export class PolicyAttacks {
  readonly #allowPrivateHosts: boolean
  readonly #threads = new ThreadPool<AttackCall, AttackEnd>({
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
   * Attacks a policy on copies that hold planted rows, after removing the copies of earlier attempts of the run.
   *
   * @param owner whose run it is: threads are shared by organization
   * @throws Problem `state_invalid` where it cannot be attacked, with a sentence that says why; `query_timeout`; `internal`
   * where the thread was lost; `database_unreachable` and its like; the signal's reason
   */
  async attack(
    database: AttackedDatabase,
    owner: PlaceOwner,
    { signal, onTried, ...of }: Attacking,
  ): Promise<AttackReport> {
    const labels = { leftBehind: earlier(of).flatMap(labelsOf), labels: labelsOf(of) }
    const report = await this.#call(database, owner, labels, { signal, onTried })
    if (report === undefined) throw new Problem('internal')
    return report
  }

  /** Removes what attempts of a run have left. @throws as `attack` */
  async removeCopies(database: AttackedDatabase, owner: PlaceOwner, last: AttackAttempt): Promise<void> {
    const leftBehind = [...earlier(last), last].flatMap(labelsOf)
    await this.#call(database, owner, { leftBehind, labels: undefined })
  }

  /** Ends all threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  async #call(
    database: AttackedDatabase,
    owner: PlaceOwner,
    wanted: Pick<AttackCall, 'leftBehind' | 'labels'>,
    { signal, onTried }: Partial<Pick<Attacking, 'signal' | 'onTried'>> = {},
  ): Promise<AttackReport | undefined> {
    signal?.throwIfAborted()
    const { port1: ours, port2: port } = new MessageChannel()
    ours.on('message', (count: AttackCount) => onTried?.(count))
    // The thread ends by itself, once its statements have ended and its copies are gone.
    const onAbort = () => ours.postMessage('stop')
    signal?.addEventListener('abort', onAbort, { once: true })
    const { engine, address, include, policy } = database
    const call = { engine, address, include, policy, ...wanted, port }
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
      ours.close()
    }
  }
}

const earlier = ({ runId, attempt }: AttackAttempt): readonly AttackAttempt[] =>
  Array.from({ length: attempt - 1 }, (_, index) => ({ runId, attempt: index + 1 }))

const labelsOf = ({ runId, attempt }: AttackAttempt): readonly string[] =>
  Array.from({ length: ATTACK_COPIES_MAX }, (_, index) => `${runId.replaceAll('-', '')}_${attempt}_${index}`)
