import { withoutClosingPunctuation } from '../../../ask/rules/closing-punctuation.ts'
import { templateOf } from './template/query-template.ts'

/** A question and its verified query, for one database. The guard checks the query like any other draft. */
export interface Pattern {
  readonly id: string
  readonly databaseId: string
  readonly question: string
  readonly query: string
  /** Display name of the verifier. */
  readonly verifiedBy: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
  /** Why the query could not be run; absent if it has run or was changed since. */
  readonly failure?: PatternFailure
}

/** The failure of a verified query, as managers see it. */
export interface PatternFailure {
  /** ISO 8601, UTC. */
  readonly at: string
  /** The turn in which the query failed first. */
  readonly turnId: string
  readonly by: 'guard' | 'database'
  /** One sentence. */
  readonly reason: string
}

/** A version of a pattern, carried by the drafts that use its query. */
export interface PatternState extends Pick<Pattern, 'id' | 'updatedAt'> {
  readonly hasFailed: boolean
}

export const patternState = ({ id, updatedAt, failure }: Pattern): PatternState => ({
  id,
  updatedAt,
  hasFailed: failure !== undefined,
})

/** A pattern as planners receive it. */
export interface VerifiedQuery extends Pick<Pattern, 'question' | 'query'> {
  /** Whether the query answers this question, as verified or with its values replaced by those of the question. */
  readonly isExact: boolean
  /** Present if the match is exact. */
  readonly state?: PatternState
  /** The replaced values; absent if the query is as it was verified. */
  readonly filled?: FilledTemplate
}

/** The values of a question that replace those of a verified query. */
export interface FilledTemplate {
  /** The verified question with the names of its values as placeholders: `<city>`. */
  readonly template: string
  /** In the order of the question. */
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/** Index key shared by questions that differ only in their values; null if no value can be replaced. */
export const templateKey = ({ question, query }: Pick<Pattern, 'question' | 'query'>): string | null =>
  templateOf(question, query)?.key ?? null

/** Maximum lengths in characters. */
export const PATTERN_LENGTHS = { question: 500, query: 20_000, verifiedBy: 100 } as const

/** Maximum number per database. */
export const PATTERNS_MAX = 10_000

/** A question normalized for comparison: letter case, white space and closing punctuation are ignored. */
export const questionKey = (question: string): string => {
  const text = question.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return withoutClosingPunctuation(text) || text
}
