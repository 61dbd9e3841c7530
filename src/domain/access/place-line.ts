import type { Held, Share, Shares } from './place-shares.ts'

/** Who waits, by name from the organization down to the caller. */
export type Path = readonly [organization: string, tenant: string, caller: string]

/** Who may wait at once, by level: for one organization, one tenant, one caller. */
export type WaitingMax = readonly [number, number, number]

/** One organization, tenant or caller that runs or waits. One without either is removed. */
interface Node extends Held {
  running: number
  waiting: number
  /** When it was given a place last, counted in places given; 0 for never. */
  served: number
  readonly within: Map<string, Node>
  /** Of callers: who came first. */
  readonly line: Set<() => void>
}

const emptyNode = (): Node => ({ running: 0, waiting: 0, served: 0, within: new Map(), line: new Set() })

/** Somebody whose turn it is. */
export interface Next {
  readonly path: Path
  start(): void
}

/**
 * A waiting line in three levels: organizations, their tenants, the callers of those. At each level the next place goes
 * to who holds the fewest and may have another; those that hold as many take turns; a caller is served in order.
 */
export class PlaceLine {
  readonly #all = emptyNode()
  readonly #shares: Shares
  readonly #waitingMax: WaitingMax

  constructor(shares: Shares, waitingMax: WaitingMax) {
    this.#shares = shares
    this.#waitingMax = waitingMax
  }

  /** Places that are held, and when the last one was given. */
  get all(): Pick<Node, 'running' | 'served'> {
    return this.#all
  }

  /**
   * @param start is called when there is a place
   * @returns how to leave the line again, which says whether one was still in it; `line_full` when too many wait
   */
  enter(path: Path, start: () => void): (() => boolean) | 'line_full' {
    const nodes = this.#nodes(path)
    const [, ...levels] = nodes
    if (levels.some(({ waiting }, level) => waiting >= (this.#waitingMax[level] ?? 0))) {
      this.#forget(path)
      return 'line_full'
    }
    const caller = nodes[3]
    caller.line.add(start)
    for (const node of nodes) node.waiting++
    return () => {
      if (!caller.line.delete(start)) return false
      for (const node of nodes) node.waiting--
      this.#forget(path)
      return true
    }
  }

  /** @param free places that there are for this line */
  next(free: number): Next | undefined {
    if (free < 1) return undefined
    const path = this.#first(this.#all, free, this.#shares)
    const [organization, tenant, caller] = path ?? []
    if (organization === undefined || tenant === undefined || caller === undefined) return undefined
    return { path: [organization, tenant, caller], start: () => this.#start([organization, tenant, caller]) }
  }

  /** Somebody took or gave back a place. @param at when, counted in places given; absent for who gives one back */
  count(path: Path, at?: number): void {
    for (const node of this.#nodes(path)) {
      node.running += at === undefined ? -1 : 1
      if (at !== undefined) node.served = at
    }
    this.#forget(path)
  }

  #start(path: Path): void {
    const nodes = this.#nodes(path)
    const { line } = nodes[3]
    const [start] = line
    if (start === undefined) return
    line.delete(start)
    for (const node of nodes) node.waiting--
    start()
  }

  #first(above: Node, free: number, [share, ...lower]: readonly Share[]): readonly string[] | undefined {
    if (share === undefined) return []
    const mayTake = [...above.within].filter(([, one]) => one.waiting > 0 && share(one, above, free))
    for (const [name, one] of mayTake.toSorted(([, a], [, b]) => a.running - b.running || a.served - b.served)) {
      const rest = this.#first(one, free, lower)
      if (rest !== undefined) return [name, ...rest]
    }
    return undefined
  }

  /** From all together down to the caller. */
  #nodes([organization, tenant, caller]: Path): readonly [Node, Node, Node, Node] {
    const first = nodeIn(this.#all, organization)
    const second = nodeIn(first, tenant)
    return [this.#all, first, second, nodeIn(second, caller)]
  }

  /** Keeps nothing of who neither runs nor waits. */
  #forget(path: Path): void {
    const nodes = this.#nodes(path)
    for (const level of [2, 1, 0] as const) {
      const below = nodes[level + 1]
      if (below?.running === 0 && below.waiting === 0) nodes[level].within.delete(path[level])
    }
  }
}

const nodeIn = ({ within }: Node, name: string): Node => {
  const known = within.get(name)
  if (known !== undefined) return known
  const created = emptyNode()
  within.set(name, created)
  return created
}
