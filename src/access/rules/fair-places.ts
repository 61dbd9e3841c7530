import { Problem } from '../../platform/problems/problem.ts'
import { type Path, PlaceLine, waitingMaxima } from './place-line.ts'
import { SHARES } from './place-shares.ts'

/**
 * Whose work takes a place: a caller of one tenant of one organization. Without key, user and scope it is what is done
 * for the tenant, without a tenant what the organization does for itself.
 */
export interface PlaceOwner {
  readonly organizationId: number
  /** `database`: the key is public, and whoever holds it chooses tenants and scopes. */
  readonly kind?: 'organization' | 'database' | undefined
  readonly tenantId?: string | undefined
  readonly keyId?: string | undefined
  readonly userId?: number | undefined
  readonly scopeId?: string | undefined
}

/** Who asks without saying for whom. */
export const NOBODY: PlaceOwner = { organizationId: 0 }

/**
 * The organization, the party and the caller of an owner, structured so that nobody can be taken for somebody else. A
 * party is a tenant, as the organization's own server names it, or a public key with all tenants that its holders name.
 */
export const pathOf = ({ organizationId, kind, tenantId, keyId, userId, scopeId }: PlaceOwner): Path => {
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

export interface FairPlacesOptions {
  /** Places in all. */
  readonly max: number
  /** Who may wait for one caller at once; twice as many for one party, ten times as many for one organization. */
  readonly waitingMax: number
}

/** A place that is taken, until it is given back; giving it back twice does nothing. */
export interface Place {
  release(): void
}

/**
 * Shares a number of places by organization, party and caller, so that one caller's load is that caller's wait. Who may
 * take another one is `place-shares.ts`, who is next `place-line.ts`.
 *
 * It keeps no clock: whoever waits brings a signal. Nothing here says what a place is for; statements of databases have
 * `query-slots.ts`.
 */
export class FairPlaces {
  readonly #max: number
  readonly #line: PlaceLine
  #given = 0

  constructor({ max, waitingMax }: FairPlacesOptions) {
    this.#max = max
    this.#line = new PlaceLine(SHARES, waitingMaxima(waitingMax))
  }

  /**
   * Waits for a place.
   *
   * @returns the place, or `line_full` when this owner has too many waiting already.
   * @throws the signal's reason when it aborts before there is a place; the place in the line is given up.
   */
  async take(owner: PlaceOwner, { signal }: { readonly signal?: AbortSignal | undefined } = {}) {
    const path = pathOf(owner)
    const give = () => this.#give(path)
    return await this.#line.wait(path, { give, serve: () => this.#serve(), signal })
  }

  /**
   * Works in a place, and gives it back whatever comes of the work.
   *
   * @throws Problem `tenant_busy` where the line is full, the signal's reason as `take` does, and what the work throws
   */
  async within<Result>(
    owner: PlaceOwner,
    work: () => Promise<Result>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Result> {
    const place = await this.take(owner, options)
    if (place === 'line_full') throw new Problem('tenant_busy')
    try {
      return await work()
    } finally {
      place.release()
    }
  }

  /** Gives free places to those who may take one, until none is left or nobody may. */
  #serve(): void {
    const next = () => this.#line.next(this.#max - this.#line.running)
    for (let one = next(); one !== undefined; one = next()) one.start()
  }

  #give(path: Path): Place {
    this.#line.count(path, ++this.#given)
    let held = true
    return {
      release: () => {
        if (!held) return
        held = false
        this.#line.count(path)
        this.#serve()
      },
    }
  }
}
