/**
 * What is removed in several steps is marked first, by one write: from then on it is gone for everybody but for who removes
 * it. Whoever removes it once more finds the mark and goes on; what nobody goes on with is finished by a sweep.
 */
export interface Leaving {
  leavingAt?: Date
}

/** In the schema of what can be marked, with an index of the marked ones alone. */
export const LEAVING_FIELD = { leavingAt: { type: Date, index: { sparse: true } } } as const

/** A condition of what is not marked. */
export const STAYS = { leavingAt: { $exists: false } } as const

/** A condition of what is marked, in the terms of its index. */
export const LEAVES = { leavingAt: { $gt: new Date(0) } } as const

/** Whoever marked something has this time to finish. */
const OWN_TIME_MS = 60_000

/** What of the marked things a sweep at a time is to finish. */
export const leftBehind = (now: Date) => ({
  leavingAt: { $gt: new Date(0), $lte: new Date(now.getTime() - OWN_TIME_MS) },
})

/** More are not left behind by many failures; each is there for minutes. */
export const LEAVING_MAX = 1_000

/** So many are finished in one sweep. */
export const SWEPT_MAX = 1_000
