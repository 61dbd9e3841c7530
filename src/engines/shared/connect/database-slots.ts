import { QuerySlots } from '../../../access/rules/query-slots.ts'
import type { EngineUsage, SlotUsage } from '../../../platform/metrics/rules/resource-usage.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { Deadline } from './deadline.ts'
import { runInSlot, type SlotLimits, type SlotWork } from './run-in-slot.ts'

interface Entry {
  readonly slots: QuerySlots
  users: number
}

interface DatabaseSlotsOptions {
  /** Maximum number of concurrent statements in one database. */
  readonly max: number
  readonly waitingMax: number
  /** Maximum time a statement may hold a fast slot. */
  readonly fastMs: number
}

/** Limits concurrent statements per database, shared by organization, party and caller, each with a deadline. */
export class DatabaseSlots {
  readonly #entries = new Map<string, Entry>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  readonly #options: DatabaseSlotsOptions

  constructor(options: DatabaseSlotsOptions) {
    this.#options = options
  }

  /**
   * Runs `work` once a slot is free.
   *
   * @param work stops at its deadline; may be called twice; receives the remaining time in ms and a callback to report
   * that the database has the statement
   * @throws as `runInSlot`
   */
  async run<Value>(
    address: string,
    limits: SlotLimits,
    work: (deadline: Deadline, leftMs: () => number, begun: () => void) => Promise<Value>,
  ): Promise<Value> {
    const running = this.#within(address, limits, (deadline, begun) => {
      // Time for connecting counts too: the server may be slow to accept.
      begun()
      return work(deadline, () => deadline.leftMs, begun)
    })
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  /** Of all databases together. */
  get usage(): Pick<EngineUsage, 'fast' | 'slow'> {
    const all = [...this.#entries.values()].map(({ slots }) => slots.usage)
    return { fast: sumOf(all.map(({ fast }) => fast)), slow: sumOf(all.map(({ slow }) => slow)) }
  }

  /** Of an engine whose statements have one connection each. @param idle its connections without a statement */
  usageWithIdle(idle: number): EngineUsage {
    const { fast, slow } = this.usage
    return { fast, slow, connections: fast.inUse + slow.inUse + idle }
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Aborts waiting and running statements, and waits until they have ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Problem('database_unreachable', { cause: new Error('the engine was closed') }))
    await Promise.allSettled(this.#running)
  }

  async #within<Value>(address: string, limits: SlotLimits, work: SlotWork<Value>): Promise<Value> {
    const { fastMs } = this.#options
    const entry = this.#entries.get(address) ?? { slots: new QuerySlots(this.#options), users: 0 }
    this.#entries.set(address, entry)
    entry.users++
    try {
      return await runInSlot({ slots: entry.slots, fastMs, closing: this.#closing.signal }, limits, work)
    } finally {
      entry.users--
      if (entry.users === 0) this.#entries.delete(address)
    }
  }
}

const sumOf = (usages: readonly SlotUsage[]): SlotUsage =>
  usages.reduce((sum, { inUse, waiting }) => ({ inUse: sum.inUse + inUse, waiting: sum.waiting + waiting }), {
    inUse: 0,
    waiting: 0,
  })
