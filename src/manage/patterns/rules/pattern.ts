import { withoutClosing } from '../../../ask/rules/closing-marks.ts'
import { templateOf } from './template/query-template.ts'

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
  /** Why its query could not be run; absent where it was run since, or was changed. */
  readonly failure?: PatternFailure
}

/** What its owner is told of a verified query that could not be run. */
export interface PatternFailure {
  /** ISO 8601, UTC. */
  readonly at: string
  /** The question that showed it first. */
  readonly turnId: string
  readonly by: 'guard' | 'database'
  /** One sentence. */
  readonly reason: string
}

/** One state of a pattern, whose query a draft has. */
export interface PatternState extends Pick<Pattern, 'id' | 'updatedAt'> {
  readonly hasFailed: boolean
}

export const patternState = ({ id, updatedAt, failure }: Pattern): PatternState => ({
  id,
  updatedAt,
  hasFailed: failure !== undefined,
})

/** What a planner gets of a pattern. */
export interface VerifiedQuery extends Pick<Pattern, 'question' | 'query'> {
  /** Whether it is for this very question, as it was verified or with the question's own values in their places. */
  readonly isExact: boolean
  /** Of one that is exact. */
  readonly state?: PatternState
  /** What was put in; absent where it is as it was verified. */
  readonly filled?: Filled
}

/** The values that a question has in the places of those that were verified. */
export interface Filled {
  /** The verified question, with what its values are called in their places. */
  readonly template: string
  /** In the order of the question. */
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/** By what a question is found that differs in its values alone; null where none of them may be another one. */
export const templateKey = ({ question, query }: Pick<Pattern, 'question' | 'query'>): string | null =>
  templateOf(question, query)?.key ?? null

/** In characters. */
export const PATTERN_LENGTHS = { question: 500, query: 20_000, verifiedBy: 100 } as const

/** Of one database. */
export const PATTERNS_MAX = 10_000

/** What two ways to write one question have in common: letter case, white space and closing marks count for nothing. */
export const questionKey = (question: string): string => {
  const text = question.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return withoutClosing(text) || text
}
