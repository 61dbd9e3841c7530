import type { EngineUsage } from '../../platform/metrics/rules/resource-usage.ts'
import { FairQueue, type Path, waitingMaxima } from './fair-queue.ts'
import { type FairSemaphoreOptions, pathOf, type Slot, type SlotOwner } from './fair-semaphore.ts'
import { FAST_SHARES, SHARES } from './slot-shares.ts'

/** A slot for a short time. */
export interface FastSlot extends Slot {
  /**
   * Converts it into a slow slot, if one is free for its owner and has no waiter that may take it.
   *
   * @returns whether it was converted; otherwise its statement must be cancelled, and the slot released
   */
  becomeSlow(): boolean
}

/** Slow statements may wait for any time, and each waiter holds resources. */
const SLOW_WAITING_MAX = 20

/**
 * Slots for statements, in two lanes. A statement starts in a fast slot; after a time it needs a slow slot. At most half of the
 * slots are slow, so that the other half is always free soon, regardless of the load. Both lanes are shared by organization,
 * party and caller (`slot-shares.ts`); waiters of the slow lane have priority. It has no timeouts: the holder of a fast slot
 * calls `becomeSlow`.
 */
export class QuerySlots {
  readonly #max: number
  readonly #slowMax: number
  readonly #fast: FairQueue
  readonly #slow: FairQueue
  #grants = 0

  constructor({ max, waitingMax }: FairSemaphoreOptions) {
    this.#max = max
    this.#slowMax = Math.max(1, Math.floor(max / 2))
    this.#fast = new FairQueue(FAST_SHARES, waitingMaxima(waitingMax))
    this.#slow = new FairQueue(SHARES, waitingMaxima(Math.min(waitingMax, SLOW_WAITING_MAX)))
  }

  /**
   * Waits for a fast slot.
   *
   * @returns the slot, or `queue_full` if this owner has too many waiters
   * @throws the signal's reason if it aborts before a slot is free
   */
  async fast(owner: SlotOwner, signal?: AbortSignal): Promise<FastSlot | 'queue_full'> {
    const path = pathOf(owner)
    return await this.#fast.wait(path, { give: () => this.#takeFast(path), serve: () => this.#serve(), signal })
  }

  /** Waits for a slow slot, without holding a fast one. Returns and throws as `fast`. */
  async slow(owner: SlotOwner, signal?: AbortSignal): Promise<Slot | 'queue_full'> {
    const path = pathOf(owner)
    const give = () => releaseOnce(this.#takeIn(this.#slow, path), () => this.#serve())
    return await this.#slow.wait(path, { give, serve: () => this.#serve(), signal })
  }

  get usage(): Pick<EngineUsage, 'fast' | 'slow'> {
    return { fast: this.#fast.usage, slow: this.#slow.usage }
  }

  #takeFast(path: Path): FastSlot {
    let release = this.#takeIn(this.#fast, path)
    const slot = releaseOnce(
      () => release(),
      () => this.#serve(),
    )
    return {
      ...slot,
      becomeSlow: () => {
        if (!this.#slow.mayTake(path, this.#slowMax - this.#slow.running)) return false
        release()
        release = this.#takeIn(this.#slow, path)
        this.#serve()
        return true
      },
    }
  }

  /** Takes a slot of a lane. @returns a function that releases it */
  #takeIn(lane: FairQueue, path: Path): () => void {
    lane.count(path, ++this.#grants)
    return () => lane.count(path)
  }

  /** Grants free slots to waiters, until no slot is left or no waiter may take one. */
  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.start()
  }

  #next() {
    const free = this.#max - this.#fast.running - this.#slow.running
    return this.#slow.next(Math.min(free, this.#slowMax - this.#slow.running)) ?? this.#fast.next(free)
  }
}

const releaseOnce = (release: () => void, serve: () => void): Slot => {
  let isHeld = true
  return {
    release: () => {
      if (!isHeld) return
      isHeld = false
      release()
      serve()
    },
  }
}
