import { Problem } from '../problem.ts'

/** Whose work takes a place: one tenant of one organization; without a tenant, what the organization does for itself. */
export interface PlaceOwner {
  readonly organizationId: number
  readonly tenantId?: string | undefined
}

export interface FairPlacesOptions {
  /** Places in all. */
  readonly max: number
  /** Who may wait for one tenant at once; ten times as many for one organization. */
  readonly waitingMax: number
}

/** A place that is taken, until it is given back; giving it back twice does nothing. */
export interface Place {
  release(): void
}

interface Waiting {
  readonly start: (place: Place) => void
}

interface Share {
  running: number
  /** When it was given a place last, counted in places given; 0 for never. */
  served: number
}

/** One tenant that runs or waits. An entry without either is removed. */
interface Tenant extends Share {
  readonly line: Set<Waiting>
}

interface Organization extends Share {
  waiting: number
  readonly tenants: Map<string | undefined, Tenant>
}

/** How many waiting lines of one tenant fit into the line of an organization. */
const LINES_PER_ORGANIZATION = 10

/** An organization takes no more than three times what stays free: of many places, more than one is left to others. */
const ORGANIZATION_SHARE = 3

/**
 * Shares a number of places by organization and by tenant, so that one caller's load is that caller's wait.
 *
 * - A free place goes to the organization that holds the fewest, there to the tenant that holds the fewest, there to
 *   whoever came first. Those that hold as many take turns.
 * - Places are kept back for newcomers: a tenant takes another one only where it leaves as many free as it then
 *   holds, so that alone it holds half of them at most; an organization leaves the last one to an organization that holds none.
 * - The waiting line is bounded by tenant and by organization; who finds it full is told so at once.
 *
 * It keeps no clock: whoever waits brings a signal. Nothing here says what a place is for.
 */
export class FairPlaces {
  readonly #max: number
  readonly #waitingMax: number
  readonly #organizations = new Map<number, Organization>()
  #running = 0
  #given = 0

  constructor({ max, waitingMax }: FairPlacesOptions) {
    this.#max = max
    this.#waitingMax = waitingMax
  }

  /**
   * Waits for a place.
   *
   * @returns the place, or `line_full` when this owner has too many waiting already.
   * @throws the signal's reason when it aborts before there is a place; the place in the line is given up.
   */
  async take(owner: PlaceOwner, signal?: AbortSignal): Promise<Place | 'line_full'> {
    signal?.throwIfAborted()
    const organization = this.#organization(owner)
    const tenant = tenantOf(organization, owner)
    const full = tenant.line.size >= this.#waitingMax
    if (full || organization.waiting >= this.#waitingMax * LINES_PER_ORGANIZATION) {
      this.#forgetIfGone(owner)
      return 'line_full'
    }
    const { promise, resolve: start, reject } = Promise.withResolvers<Place>()
    const waiting: Waiting = { start }
    tenant.line.add(waiting)
    organization.waiting++
    const giveUp = () => {
      if (!tenant.line.delete(waiting)) return
      organization.waiting--
      this.#forgetIfGone(owner)
      reject(signal?.reason)
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
  async within<Result>(owner: PlaceOwner, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const place = await this.take(owner, signal)
    if (place === 'line_full') throw new Problem('tenant_busy')
    try {
      return await work()
    } finally {
      place.release()
    }
  }

  /** Gives free places to those who may take one, until none is left or nobody may. */
  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { owner, organization, tenant, waiting } = next
      tenant.line.delete(waiting)
      organization.waiting--
      this.#count(organization, tenant, 1)
      organization.served = tenant.served = ++this.#given
      waiting.start(this.#place(owner, organization, tenant))
    }
  }

  #place(owner: PlaceOwner, organization: Organization, tenant: Tenant): Place {
    let held = true
    return {
      release: () => {
        if (!held) return
        held = false
        this.#count(organization, tenant, -1)
        this.#forgetIfGone(owner)
        this.#serve()
      },
    }
  }

  #count(organization: Organization, tenant: Tenant, change: number): void {
    organization.running += change
    tenant.running += change
    this.#running += change
  }

  /** Who takes the next place. */
  #next() {
    const free = this.#max - this.#running
    if (free < 1) return undefined
    const waiting = [...this.#organizations].filter(([, one]) => one.waiting > 0 && mayHaveMore(one, free))
    for (const [organizationId, organization] of inTurn(waiting)) {
      const tenants = [...organization.tenants].filter(([, one]) => one.line.size > 0 && mayTakeAnother(one, free))
      const [tenantId, tenant] = inTurn(tenants)[0] ?? []
      const first = tenant?.line.values().next().value
      if (tenant !== undefined && first !== undefined)
        return { owner: { organizationId, tenantId }, organization, tenant, waiting: first }
    }
    return undefined
  }

  #organization({ organizationId }: PlaceOwner): Organization {
    const known = this.#organizations.get(organizationId)
    if (known !== undefined) return known
    const created: Organization = { running: 0, served: 0, waiting: 0, tenants: new Map() }
    this.#organizations.set(organizationId, created)
    return created
  }

  /** Keeps nothing of owners that neither run nor wait. */
  #forgetIfGone({ organizationId, tenantId }: PlaceOwner): void {
    const organization = this.#organizations.get(organizationId)
    const tenant = organization?.tenants.get(tenantId)
    if (tenant?.running === 0 && tenant.line.size === 0) organization?.tenants.delete(tenantId)
    if (organization?.tenants.size === 0) this.#organizations.delete(organizationId)
  }
}

const inTurn = <Key, One extends Share>(shares: readonly (readonly [Key, One])[]): readonly (readonly [Key, One])[] =>
  shares.toSorted(([, a], [, b]) => a.running - b.running || a.served - b.served)

/** A tenant that holds some leaves at least as many free as it then holds. */
const mayTakeAnother = ({ running }: Tenant, free: number): boolean => running === 0 || running + 1 < free

/** The last free place is for an organization that holds none. */
const mayHaveMore = ({ running }: Organization, free: number): boolean =>
  running === 0 || (free > 1 && running < ORGANIZATION_SHARE * free)

const tenantOf = ({ tenants }: Organization, { tenantId }: PlaceOwner): Tenant => {
  const known = tenants.get(tenantId)
  if (known !== undefined) return known
  const created: Tenant = { running: 0, served: 0, line: new Set() }
  tenants.set(tenantId, created)
  return created
}
