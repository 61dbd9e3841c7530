/**
 * How long a question that somebody waits for waits for its first slot, in ms; then it is `busy`. With what else has to be
 * done it is said within five seconds.
 */
export const PLACE_WAIT_MS = 4_000

/** How long a statement may hold a fast slot, in ms, unless a setting says otherwise. */
export const FAST_QUERY_MS = 1_500

/** What one organization, party or caller holds of the places of one line. */
export interface Held {
  readonly running: number
}

/**
 * Whether somebody takes another place: an organization, a party of it (a tenant or a public key), a caller of that party.
 *
 * @param one who asks for it
 * @param above to whom they belong: the party of a caller, the organization of a party, all together
 * @param free places that there are for them, the one in question included
 */
export type Share = (one: Held, above: Held, free: number) => boolean

/** By level: organization, party, caller. */
export type Shares = readonly [Share, Share, Share]

/** An organization takes no more than three times what stays free: of many places, more than one is left to others. */
const ORGANIZATION_SHARE = 3

const mayParty = (running: number, free: number): boolean => running === 0 || running + 1 < free

/**
 * Of work that takes as long as it takes: places are kept back for newcomers of each level.
 *
 * - The last free place is for an organization that holds none.
 * - A party leaves as many free as it then holds, so that alone it holds half of them at most.
 * - A caller leaves another one to its party.
 */
export const SHARES: Shares = [
  ({ running }, _all, free) => running === 0 || (free > 1 && running < ORGANIZATION_SHARE * free),
  ({ running }, _organization, free) => mayParty(running, free),
  ({ running }, party, free) => running === 0 || mayParty(party.running + 1, free - 1),
]

/**
 * Of work that gives its place back soon: the last free place is for a party that holds none, and nobody else is kept
 * from any. More kept back would be a longer wait for those who share a public key with whoever floods it.
 */
export const FAST_SHARES: Shares = [
  () => true,
  ({ running }, _organization, free) => running === 0 || free > 1,
  () => true,
]
