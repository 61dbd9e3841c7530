import type { Outcome } from '../src/ask/rules/outcome.ts'
import { ADOPTED_WITHIN_MS } from '../src/ask/rules/time-limits.ts'
import { Problem } from '../src/platform/problems/problem.ts'

/** A query that goes on beyond the step that began it. */
interface RunningQuery {
  readonly outcome: Promise<Outcome>
  cancel(reason: unknown): void
}

interface Entry extends RunningQuery {
  abandoned?: NodeJS.Timeout
}

/**
 * The queries that local steps of this process have begun. A query that outlasts its local step is handed over to a
 * regular one, which Temporal offers to this process first, over a task queue of its own. If no step adopts it in time,
 * it is cancelled before another process may run it.
 */
export class RunningQueries {
  /** The task queue that only this process polls; none by default. */
  readonly queue: string
  readonly #running = new Map<string, Entry>()

  constructor(queue = '') {
    this.queue = queue
  }

  /** The number of queries that were begun and not released. */
  get size(): number {
    return this.#running.size
  }

  /** Begins a query, or returns the one with this id: a local step may run again after a lost workflow task. */
  begin(id: string, run: (signal: AbortSignal) => Promise<Outcome>): RunningQuery {
    const same = this.adopt(id)
    if (same !== undefined) return same
    const ending = new AbortController()
    const outcome = run(ending.signal).catch((error: unknown) => {
      // A driver reports an abort in its own way.
      throw ending.signal.reason instanceof Problem ? ending.signal.reason : error
    })
    // No step awaits it while it is handed over.
    outcome.catch(() => undefined)
    const entry = { outcome, cancel: (reason: unknown) => ending.abort(reason) }
    this.#running.set(id, entry)
    return entry
  }

  /** Leaves a query, also if it has ended meanwhile, to the regular step that is scheduled for it. */
  handOver(id: string): void {
    const entry = this.#running.get(id)
    if (entry === undefined) return
    const abandon = () => {
      entry.cancel(new Problem('turn_timeout'))
      this.release(id)
    }
    entry.abandoned = setTimeout(abandon, ADOPTED_WITHIN_MS)
  }

  /** Takes over a query that was handed over; undefined if it was cancelled, or runs in another process. */
  adopt(id: string): RunningQuery | undefined {
    const entry = this.#running.get(id)
    clearTimeout(entry?.abandoned)
    return entry
  }

  /** Called by the step that has the outcome of a query. */
  release(id: string): void {
    this.#running.delete(id)
  }

  /** Cancels what was handed over and not adopted. */
  close(): void {
    for (const [id, entry] of this.#running) {
      if (entry.abandoned === undefined) continue
      clearTimeout(entry.abandoned)
      entry.cancel(new Problem('worker_unavailable'))
      this.release(id)
    }
  }
}
