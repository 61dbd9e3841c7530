/**
 * How long a synchronous question waits for its first slot; then it is refused as `busy`, within five seconds of the request
 * in total.
 */
export const SLOT_WAIT_MS = 4_000

/** Default of how long a statement may hold a fast slot. */
export const FAST_QUERY_MS = 1_500

/** Slots of one queue that an organization, party or caller holds. */
export interface HeldSlots {
  readonly running: number
}

/**
 * Whether a requester may take another slot: an organization, a party of it (a tenant or a public key), or a caller of a party.
 *
 * @param parent the party of a caller, the organization of a party, or the total
 * @param free free slots, including the requested one
 */
export type Share = (requester: HeldSlots, parent: HeldSlots, free: number) => boolean

/** By level: organization, party, caller. */
export type Shares = readonly [Share, Share, Share]

/** An organization takes a slot only while it holds less than three times the free ones: of many, several stay free. */
const ORGANIZATION_SHARE = 3

const mayPartyTake = (running: number, free: number): boolean => running === 0 || running + 1 < free

/**
 * Shares for work of any duration: slots are reserved for newcomers of each level.
 *
 * - The last free slot is reserved for an organization that holds none.
 * - A party leaves as many slots free as it then holds, so that alone it holds at most half.
 * - A caller leaves one more slot to its party.
 */
export const SHARES: Shares = [
  ({ running }, _all, free) => running === 0 || (free > 1 && running < ORGANIZATION_SHARE * free),
  ({ running }, _organization, free) => mayPartyTake(running, free),
  ({ running }, party, free) => running === 0 || mayPartyTake(party.running + 1, free - 1),
]

/**
 * Shares for short work: only the last free slot is reserved, for a party that holds none. Further reservations would delay
 * callers that share a public key with a caller that floods it.
 */
export const FAST_SHARES: Shares = [
  () => true,
  ({ running }, _organization, free) => running === 0 || free > 1,
  () => true,
]
