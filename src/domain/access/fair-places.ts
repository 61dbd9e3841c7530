import { Problem } from '../problem.ts'
import { type Path, PlaceLine } from './place-line.ts'
import { freeForLong, LONG_SHARES, USUAL_SHARES } from './place-shares.ts'

/**
 * Whose work takes a place: a caller of one tenant of one organization. Without key, user and scope it is what is done
 * for the tenant, without a tenant what the organization does for itself.
 */
export interface PlaceOwner {
  readonly organizationId: number
  readonly tenantId?: string | undefined
  readonly keyId?: string | undefined
  readonly userId?: number | undefined
  readonly scopeId?: string | undefined
}

/** Who asks without saying for whom. */
export const NOBODY: PlaceOwner = { organizationId: 0 }

export interface FairPlacesOptions {
  /** Places in all. */
  readonly max: number
  /** Who may wait for one caller at once; twice as many for one tenant, ten times as many for one organization. */
  readonly waitingMax: number
}

/** How somebody asks for a place. */
export interface PlaceWish {
  readonly signal?: AbortSignal | undefined
  /** Whether the work may take longer than usual. */
  readonly isLong?: boolean | undefined
}

/** A place that is taken, until it is given back; giving it back twice does nothing. */
export interface Place {
  release(): void
}

/** How many waiting lines of one caller fit into the line of a tenant, and how many into that of an organization. */
const [LINES_PER_TENANT, LINES_PER_ORGANIZATION] = [2, 10]

/** Long work may wait for as long as it takes, and whoever waits holds something open. */
const LONG_WAITING_MAX = 20

/**
 * Shares a number of places by organization, by tenant and by caller, so that one caller's load is that caller's wait.
 * Who may take another one is `place-shares.ts`, who is next `place-line.ts`.
 *
 * Work that may take longer than usual has a line and a share of its own, and what it holds counts in nobody's usual
 * share: it makes the places fewer for all alike. The two lines take turns.
 *
 * It keeps no clock: whoever waits brings a signal. Nothing here says what a place is for.
 */
export class FairPlaces {
  readonly #max: number
  readonly #usual: PlaceLine
  readonly #long: PlaceLine
  #given = 0

  constructor({ max, waitingMax }: FairPlacesOptions) {
    this.#max = max
    this.#usual = new PlaceLine(USUAL_SHARES, waitingMaxima(waitingMax))
    this.#long = new PlaceLine(LONG_SHARES, waitingMaxima(Math.min(waitingMax, LONG_WAITING_MAX)))
  }

  /**
   * Waits for a place.
   *
   * @returns the place, or `line_full` when this owner has too many waiting already.
   * @throws the signal's reason when it aborts before there is a place; the place in the line is given up.
   */
  async take(owner: PlaceOwner, { signal, isLong = false }: PlaceWish = {}): Promise<Place | 'line_full'> {
    signal?.throwIfAborted()
    const line = isLong ? this.#long : this.#usual
    const path = pathOf(owner)
    const { promise, resolve, reject } = Promise.withResolvers<Place>()
    const leave = line.enter(path, () => resolve(this.#give(line, path)))
    if (leave === 'line_full') return leave
    const giveUp = () => {
      if (leave()) reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#serve()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /**
   * Works in a place, and gives it back whatever comes of the work.
   *
   * @throws Problem `tenant_busy` where the line is full, the signal's reason as `take` does, and what the work throws
   */
  async within<Result>(owner: PlaceOwner, work: () => Promise<Result>, wish?: PlaceWish): Promise<Result> {
    const place = await this.take(owner, wish)
    if (place === 'line_full') throw new Problem('tenant_busy')
    try {
      return await work()
    } finally {
      place.release()
    }
  }

  /** Gives free places to those who may take one, until none is left or nobody may. */
  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.start()
  }

  #next() {
    const [usual, long] = [this.#usual, this.#long]
    const free = this.#max - usual.all.running - long.all.running
    const ofLong = () => long.next(freeForLong(this.#max, free, long.all.running))
    const ofUsual = () => usual.next(free)
    return long.all.served <= usual.all.served ? (ofLong() ?? ofUsual()) : (ofUsual() ?? ofLong())
  }

  #give(line: PlaceLine, path: Path): Place {
    line.count(path, ++this.#given)
    let held = true
    return {
      release: () => {
        if (!held) return
        held = false
        line.count(path)
        this.#serve()
      },
    }
  }
}

const waitingMaxima = (caller: number) => [caller * LINES_PER_ORGANIZATION, caller * LINES_PER_TENANT, caller] as const

/** Structured, so that nobody can be taken for somebody else. */
const pathOf = ({ organizationId, tenantId, keyId, userId, scopeId }: PlaceOwner): Path => [
  String(organizationId),
  JSON.stringify([tenantId ?? null]),
  JSON.stringify([keyId ?? userId ?? null, scopeId ?? null]),
]
