import type { SlotUsage } from '../../platform/metrics/rules/resource-usage.ts'
import type { HeldSlots, Share, Shares } from './slot-shares.ts'

/** Names of a waiter, from the organization down to the caller. */
export type Path = readonly [organization: string, party: string, caller: string]

/** Maximum waiters by level: of one organization, one party, one caller. */
type WaitingMax = readonly [number, number, number]

/** How many full queues of callers the queue of a party holds, and how many that of an organization. */
const [QUEUES_PER_PARTY, QUEUES_PER_ORGANIZATION] = [2, 10]

/** @param caller maximum waiters of one caller */
export const waitingMaxima = (caller: number): WaitingMax => [
  caller * QUEUES_PER_ORGANIZATION,
  caller * QUEUES_PER_PARTY,
  caller,
]

/** An organization, party or caller that holds slots or waits; removed when it does neither. */
interface QueueNode extends HeldSlots {
  running: number
  waiting: number
  /** Number of its latest grant, counted over all grants; 0 if it had none. */
  lastGrant: number
  readonly children: Map<string, QueueNode>
  /** Waiters of a caller, in order of arrival. */
  readonly queue: Set<() => void>
}

const emptyNode = (): QueueNode => ({ running: 0, waiting: 0, lastGrant: 0, children: new Map(), queue: new Set() })

/** The waiter that is granted the next free slot. */
interface NextWaiter {
  start(): void
}

interface Waiter<Given> {
  /** Creates the slot when it is granted. */
  give(): Given
  /** Grants free slots to waiters. */
  serve(): void
  readonly signal?: AbortSignal | undefined
}

/**
 * A fair queue with three levels: organizations, their parties, the callers of those. At each level the next slot goes to the
 * node with the fewest slots whose share allows another; of equal nodes to the least recently served. A caller's queue is FIFO.
 */
export class FairQueue {
  readonly #root = emptyNode()
  readonly #shares: Shares
  readonly #waitingMax: WaitingMax

  constructor(shares: Shares, waitingMax: WaitingMax) {
    this.#shares = shares
    this.#waitingMax = waitingMax
  }

  /** Slots that are held. */
  get running(): number {
    return this.#root.running
  }

  get usage(): SlotUsage {
    return { inUse: this.#root.running, waiting: this.#root.waiting }
  }

  /**
   * Waits for a slot.
   *
   * @returns the result of `give`, or `queue_full` if too many wait
   * @throws the signal's reason if it aborts before a slot is free
   */
  async wait<Given>(path: Path, { give, serve, signal }: Waiter<Given>): Promise<Given | 'queue_full'> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Given>()
    const leaveQueue = this.#enqueue(path, () => resolve(give()))
    if (leaveQueue === 'queue_full') return leaveQueue
    const onAbort = () => {
      if (leaveQueue()) reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    serve()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /**
   * Whether a caller may take a slot without waiting; waiters that may take it come first.
   *
   * @param free free slots of this queue
   */
  mayTake(path: Path, free: number): boolean {
    if (free < 1 || this.next(free) !== undefined) return false
    const [all, organization, party, caller] = this.#nodes(path)
    const [ofOrganization, ofParty, ofCaller] = this.#shares
    const isAllowed =
      ofOrganization(organization, all, free) && ofParty(party, organization, free) && ofCaller(caller, party, free)
    this.#removeIdle(path)
    return isAllowed
  }

  /** @returns a function that leaves the queue, and returns whether the waiter was in it; `queue_full` if too many wait */
  #enqueue(path: Path, start: () => void): (() => boolean) | 'queue_full' {
    const nodes = this.#nodes(path)
    const [, ...levels] = nodes
    if (levels.some(({ waiting }, level) => waiting >= (this.#waitingMax[level] ?? 0))) {
      this.#removeIdle(path)
      return 'queue_full'
    }
    const caller = nodes[3]
    caller.queue.add(start)
    for (const node of nodes) node.waiting++
    return () => {
      if (!caller.queue.delete(start)) return false
      for (const node of nodes) node.waiting--
      this.#removeIdle(path)
      return true
    }
  }

  /** @param free free slots of this queue */
  next(free: number): NextWaiter | undefined {
    if (free < 1) return undefined
    const path = this.#findNext(this.#root, free, this.#shares)
    const [organization, party, caller] = path ?? []
    if (organization === undefined || party === undefined || caller === undefined) return undefined
    return { start: () => this.#start([organization, party, caller]) }
  }

  /** Counts a granted or released slot. @param grant number of the grant; absent for a release */
  count(path: Path, grant?: number): void {
    for (const node of this.#nodes(path)) {
      node.running += grant === undefined ? -1 : 1
      if (grant !== undefined) node.lastGrant = grant
    }
    this.#removeIdle(path)
  }

  #start(path: Path): void {
    const nodes = this.#nodes(path)
    const { queue } = nodes[3]
    const [start] = queue
    if (start === undefined) return
    queue.delete(start)
    for (const node of nodes) node.waiting--
    start()
  }

  #findNext(parent: QueueNode, free: number, [share, ...lower]: readonly Share[]): readonly string[] | undefined {
    if (share === undefined) return []
    const eligible = [...parent.children].filter(([, child]) => child.waiting > 0 && share(child, parent, free))
    for (const [name, child] of eligible.toSorted(
      ([, a], [, b]) => a.running - b.running || a.lastGrant - b.lastGrant,
    )) {
      const rest = this.#findNext(child, free, lower)
      if (rest !== undefined) return [name, ...rest]
    }
    return undefined
  }

  /** From the root down to the caller. */
  #nodes([organization, party, caller]: Path): readonly [QueueNode, QueueNode, QueueNode, QueueNode] {
    const organizationNode = childOf(this.#root, organization)
    const partyNode = childOf(organizationNode, party)
    return [this.#root, organizationNode, partyNode, childOf(partyNode, caller)]
  }

  /** Removes nodes that hold no slot and do not wait. */
  #removeIdle(path: Path): void {
    const nodes = this.#nodes(path)
    for (const level of [2, 1, 0] as const) {
      const child = nodes[level + 1]
      if (child?.running === 0 && child.waiting === 0) nodes[level].children.delete(path[level])
    }
  }
}

const childOf = ({ children }: QueueNode, name: string): QueueNode => {
  const known = children.get(name)
  if (known !== undefined) return known
  const created = emptyNode()
  children.set(name, created)
  return created
}
