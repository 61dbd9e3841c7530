export const RATINGS = ['up', 'down'] as const

/** A user's rating of an answer; one per answer, the latest counts. */
export interface Feedback {
  readonly rating: (typeof RATINGS)[number]
  readonly comment?: string
  /** ISO 8601, UTC. */
  readonly ratedAt: string
}

/** In characters. */
export const COMMENT_LENGTH_MAX = 2_000

/** Feedback as history returns it, in the metadata of its message. */
export const feedbackMetadata = ({ rating, comment, ratedAt }: Feedback) => ({
  rating,
  ...(comment === undefined ? {} : { comment }),
  rated_at: ratedAt,
})
