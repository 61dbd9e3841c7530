import type { SlotUsage } from '../../platform/metrics/rules/resource-usage.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { FairQueue, type Path, waitingMaxima } from './fair-queue.ts'
import { SHARES } from './slot-shares.ts'

/**
 * The caller that takes a slot: of one tenant of one organization. Without key, user and scope, the work belongs to the whole
 * tenant; without a tenant, to the whole organization.
 */
export interface SlotOwner {
  readonly organizationId: number
  /** `database`: the key is public, and its holders choose tenant and scope. */
  readonly kind?: 'organization' | 'database' | undefined
  readonly tenantId?: string | undefined
  readonly keyId?: string | undefined
  readonly userId?: number | undefined
  readonly scopeId?: string | undefined
}

/** The owner of work that belongs to no organization. */
export const NO_OWNER: SlotOwner = { organizationId: 0 }

/**
 * The organization, party and caller of an owner, encoded so that different owners never have the same path. A party is a
 * tenant that the organization's own server names, or a public key with all tenants that its holders name.
 */
export const pathOf = ({ organizationId, kind, tenantId, keyId, userId, scopeId }: SlotOwner): Path => {
  const key = keyId ?? userId ?? null
  const [party, caller] =
    kind === 'database'
      ? [
          ['public key', key],
          [tenantId ?? null, scopeId ?? null],
        ]
      : [[tenantId ?? null], [key, scopeId ?? null]]
  return [String(organizationId), JSON.stringify(party), JSON.stringify(caller)]
}

export interface FairSemaphoreOptions {
  /** Total number of slots. */
  readonly max: number
  /** Maximum waiters of one caller; twice as many for a party, ten times as many for an organization. */
  readonly waitingMax: number
}

/** A taken slot. Releasing it twice does nothing. */
export interface Slot {
  release(): void
}

/**
 * A fair semaphore: shares slots by organization, party and caller, so that the load of a caller delays only that caller.
 * Shares are defined in `slot-shares.ts`, the order of waiters in `fair-queue.ts`. It has no timeouts: callers pass a
 * signal. Database statements use `query-slots.ts`.
 */
export class FairSemaphore {
  readonly #max: number
  readonly #queue: FairQueue
  #grants = 0

  constructor({ max, waitingMax }: FairSemaphoreOptions) {
    this.#max = max
    this.#queue = new FairQueue(SHARES, waitingMaxima(waitingMax))
  }

  /**
   * Waits for a slot.
   *
   * @returns the slot, or `queue_full` if this owner has too many waiters
   * @throws the signal's reason if it aborts before a slot is free
   */
  async take(owner: SlotOwner, { signal }: { readonly signal?: AbortSignal | undefined } = {}) {
    const path = pathOf(owner)
    const give = () => this.#grant(path)
    return await this.#queue.wait(path, { give, serve: () => this.#serve(), signal })
  }

  /**
   * Runs `work` in a slot, and releases the slot when `work` settles.
   *
   * @throws Problem `tenant_busy` if the queue is full, the signal's reason as `take` does, and what the work throws
   */
  async within<Result>(
    owner: SlotOwner,
    work: () => Promise<Result>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Result> {
    const slot = await this.take(owner, options)
    if (slot === 'queue_full') throw new Problem('tenant_busy')
    try {
      return await work()
    } finally {
      slot.release()
    }
  }

  get usage(): SlotUsage {
    return this.#queue.usage
  }

  /** Grants free slots to waiters, until no slot is left or no waiter may take one. */
  #serve(): void {
    const next = () => this.#queue.next(this.#max - this.#queue.running)
    for (let waiter = next(); waiter !== undefined; waiter = next()) waiter.start()
  }

  #grant(path: Path): Slot {
    this.#queue.count(path, ++this.#grants)
    let isHeld = true
    return {
      release: () => {
        if (!isHeld) return
        isHeld = false
        this.#queue.count(path)
        this.#serve()
      },
    }
  }
}
