/** A question and the query that somebody has verified for it, for one database. To a planner it is a draft like any other. */
export interface Pattern {
  readonly id: string
  readonly databaseId: string
  readonly question: string
  readonly query: string
  /** Who vouches for it. */
  readonly verifiedBy: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a planner gets of a pattern. */
export interface VerifiedQuery extends Pick<Pattern, 'question' | 'query'> {
  /** Whether it is for this very question. */
  readonly isExact: boolean
}

/** In characters. */
export const PATTERN_LENGTHS = { question: 500, query: 20_000, verifiedBy: 100 } as const

/** Of one database. */
export const PATTERNS_MAX = 10_000

/** What two ways to write one question have in common: letter case, white space and closing marks count for nothing. */
export const questionKey = (question: string): string => {
  const text = question.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  let end = text.length
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1
  return end === 0 ? text : text.slice(0, end)
}

const CLOSING = '?!. …'
