import { FairPlaces } from '../../domain/access/fair-places.ts'
import { Problem } from '../../domain/problem.ts'
import type { Deadline } from '../deadline.ts'
import { inPlace, type PlaceLimits } from '../in-place.ts'

interface Entry {
  readonly places: FairPlaces
  users: number
}

/** How many statements run at once in one database, shared by organization, tenant and caller, each under a deadline. */
export class DatabasePlaces {
  readonly #entries = new Map<string, Entry>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  readonly #max: number
  readonly #waitingMax: number

  constructor({ max, waitingMax }: { readonly max: number; readonly waitingMax: number }) {
    this.#max = max
    this.#waitingMax = waitingMax
  }

  /**
   * Works when there is a place.
   *
   * @param work stops at its deadline; is told what is left of the time, in milliseconds
   * @throws as `inPlace`
   */
  async run<Value>(
    address: string,
    limits: PlaceLimits,
    work: (deadline: Deadline, leftMs: () => number) => Promise<Value>,
  ): Promise<Value> {
    const running = this.#within(address, limits, (deadline) => work(deadline, () => deadline.leftMs))
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Ends what waits and runs, and waits until it has ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Problem('database_unreachable', { cause: new Error('the engine was closed') }))
    await Promise.allSettled(this.#running)
  }

  async #within<Value>(
    address: string,
    limits: PlaceLimits,
    work: (deadline: Deadline) => Promise<Value>,
  ): Promise<Value> {
    const entry = this.#entries.get(address) ?? {
      places: new FairPlaces({ max: this.#max, waitingMax: this.#waitingMax }),
      users: 0,
    }
    this.#entries.set(address, entry)
    entry.users++
    try {
      return await inPlace(entry.places, limits, this.#closing.signal, work)
    } finally {
      entry.users--
      if (entry.users === 0) this.#entries.delete(address)
    }
  }
}
