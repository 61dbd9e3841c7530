import type { Held, Share, Shares } from './place-shares.ts'

/** Who waits, by name from the organization down to the caller. */
export type Path = readonly [organization: string, party: string, caller: string]

/** Who may wait at once, by level: for one organization, one party, one caller. */
export type WaitingMax = readonly [number, number, number]

/** How many waiting lines of one caller fit into the line of a party, and how many into that of an organization. */
const [LINES_PER_PARTY, LINES_PER_ORGANIZATION] = [2, 10]

/** @param caller how many may wait for one caller */
export const waitingMaxima = (caller: number): WaitingMax => [
  caller * LINES_PER_ORGANIZATION,
  caller * LINES_PER_PARTY,
  caller,
]

/** One organization, party or caller that runs or waits. One without either is removed. */
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
  start(): void
}

export interface Waiting<Given> {
  /** Makes the place, when it is this one's turn. */
  give(): Given
  /** Gives free places to those whose turn it is. */
  serve(): void
  readonly signal?: AbortSignal | undefined
}

/**
 * A waiting line in three levels: organizations, their parties, the callers of those. At each level the next place goes
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

  /** Places that are held. */
  get running(): number {
    return this.#all.running
  }

  /**
   * Waits for a place.
   *
   * @returns what `give` makes, or `line_full` when too many wait
   * @throws the signal's reason when it aborts before there is a place; the line is left
   */
  async wait<Given>(path: Path, { give, serve, signal }: Waiting<Given>): Promise<Given | 'line_full'> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Given>()
    const leave = this.#enter(path, () => resolve(give()))
    if (leave === 'line_full') return leave
    const giveUp = () => {
      if (leave()) reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    serve()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /**
   * Whether somebody who does not wait may take a place: those who wait and may have it come first.
   *
   * @param free places that there are for this line
   */
  mayTake(path: Path, free: number): boolean {
    if (free < 1 || this.next(free) !== undefined) return false
    const [all, organization, party, caller] = this.#nodes(path)
    const [ofOrganization, ofParty, ofCaller] = this.#shares
    const may =
      ofOrganization(organization, all, free) && ofParty(party, organization, free) && ofCaller(caller, party, free)
    this.#forget(path)
    return may
  }

  /** @returns how to leave the line again, which says whether one was still in it; `line_full` when too many wait */
  #enter(path: Path, start: () => void): (() => boolean) | 'line_full' {
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
    const [organization, party, caller] = path ?? []
    if (organization === undefined || party === undefined || caller === undefined) return undefined
    return { start: () => this.#start([organization, party, caller]) }
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
  #nodes([organization, party, caller]: Path): readonly [Node, Node, Node, Node] {
    const first = nodeIn(this.#all, organization)
    const second = nodeIn(first, party)
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
