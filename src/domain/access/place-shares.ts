/**
 * How long somebody who is waited for waits for a place, in ms; then it is `busy`. With what else has to be done it is said
 * within five seconds.
 */
export const PLACE_WAIT_MS = 4_000

/** What one organization, tenant or caller holds of the places of one line. */
export interface Held {
  readonly running: number
}

/**
 * Whether somebody takes another place: an organization, a tenant of it, a caller of that tenant.
 *
 * @param one who asks for it
 * @param above to whom they belong: the tenant of a caller, the organization of a tenant, all together
 * @param free places that there are for them, the one in question included
 */
export type Share = (one: Held, above: Held, free: number) => boolean

/** By level: organization, tenant, caller. */
export type Shares = readonly [Share, Share, Share]

/** An organization takes no more than three times what stays free: of many places, more than one is left to others. */
const ORGANIZATION_SHARE = 3

const mayTenant = (running: number, free: number): boolean => running === 0 || running + 1 < free

/**
 * Of work within the usual limits: places are kept back for newcomers of each level.
 *
 * - The last free place is for an organization that holds none.
 * - A tenant leaves as many free as it then holds, so that alone it holds half of them at most.
 * - A caller leaves another one to its tenant.
 */
export const USUAL_SHARES: Shares = [
  ({ running }, _all, free) => running === 0 || (free > 1 && running < ORGANIZATION_SHARE * free),
  ({ running }, _organization, free) => mayTenant(running, free),
  ({ running }, tenant, free) => running === 0 || mayTenant(tenant.running + 1, free - 1),
]

const LONG_PER_TENANT = 2

/**
 * Of work that may take longer than usual: one for a caller, two for a tenant, and the last one for an organization
 * that holds none.
 */
export const LONG_SHARES: Shares = [
  ({ running }, _all, free) => running === 0 || free > 1,
  ({ running }) => running < LONG_PER_TENANT,
  ({ running }) => running === 0,
]

/**
 * How many places there are for long work, of those that nobody has.
 *
 * Half of all may be long at most. Where long work runs already, it also leaves a place free, because what comes next
 * and takes a second would otherwise wait for it.
 *
 * @param max places in all
 * @param free places that nobody has
 * @param running long work that runs
 */
export const freeForLong = (max: number, free: number, running: number): number => {
  const most = Math.max(1, Math.floor(max / 2))
  return free > 1 || running === 0 ? Math.min(free, most - running) : 0
}
