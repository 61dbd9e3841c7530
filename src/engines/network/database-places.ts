import { FairPlaces, type PlaceOwner } from '../../domain/access/fair-places.ts'
import { Problem } from '../../domain/problem.ts'
import { Deadline } from '../deadline.ts'

interface Entry {
  readonly places: FairPlaces
  users: number
}

/** Whose statement it is, and how long it may take: waiting, connecting and running together. */
export interface PlaceLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly owner: PlaceOwner
}

/** How many statements run at once in one database, shared by organization and tenant, each under one deadline. */
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
   * @throws Problem `tenant_busy`; while it waits, the reason of the deadline's signal; what the work throws
   */
  async run<Value>(
    address: string,
    { timeoutMs, signal, owner }: PlaceLimits,
    work: (deadline: Deadline, leftMs: () => number) => Promise<Value>,
  ): Promise<Value> {
    const ends = performance.now() + timeoutMs
    const deadline = new Deadline(timeoutMs, signal, this.#closing.signal)
    const leftMs = () => ends - performance.now()
    const running = this.#within(address, owner, () => work(deadline, leftMs), deadline.signal)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
      deadline.clear()
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
    owner: PlaceOwner,
    work: () => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    const entry = this.#entries.get(address) ?? {
      places: new FairPlaces({ max: this.#max, waitingMax: this.#waitingMax }),
      users: 0,
    }
    this.#entries.set(address, entry)
    entry.users++
    try {
      return await entry.places.within(owner, work, signal)
    } finally {
      entry.users--
      if (entry.users === 0) this.#entries.delete(address)
    }
  }
}
