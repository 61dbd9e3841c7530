/**
 * Tombstone of a document that is deleted in several steps. It is set first, by one write: from then on only the deletion finds
 * the document. A repeated request continues the deletion; a sweep completes interrupted ones.
 */
export interface PendingDeletion {
  leavingAt?: Date
}

/** The schema field of the tombstone, with a sparse index. */
export const TOMBSTONE_FIELD = { leavingAt: { type: Date, index: { sparse: true } } } as const

/** Filter for documents without a tombstone. */
export const WITHOUT_TOMBSTONE = { leavingAt: { $exists: false } } as const

/** Filter for documents with a tombstone, which uses the index. */
export const WITH_TOMBSTONE = { leavingAt: { $gt: new Date(0) } } as const

/** The process that set the tombstone has this time to finish. */
const COMPLETION_TIME_MS = 60_000

/** Filter for interrupted deletions, which a sweep completes. */
export const interruptedDeletion = (now: Date) => ({
  leavingAt: { $gt: new Date(0), $lte: new Date(now.getTime() - COMPLETION_TIME_MS) },
})

/** Maximum number of documents pending deletion that are read: they exist for minutes only. */
export const PENDING_DELETIONS_MAX = 1_000

/** Maximum number of deletions completed in one sweep. */
export const SWEEP_DELETIONS_MAX = 1_000
