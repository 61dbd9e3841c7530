import type { SentenceCounts } from '../../../ask/rules/answer.ts'
import type { Draft, Usage } from '../../../ask/rules/draft.ts'
import type { QueryResult, RefusedOutcome, Row } from '../../../ask/rules/outcome.ts'
import type { RecentTurn } from '../../../ask/rules/question.ts'
import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { ExpectedResult } from './evaluated-question.ts'

/** `failed`: an error instead of an answer, or a gold query that cannot be run. */
export const VERDICTS = ['right', 'declined', 'wrong', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The result of a trial; plain data that is stored, and never part of a workflow history. */
export interface Trial {
  readonly verdict: Verdict
  /** Whether it was answered with rows. */
  readonly isAnswered: boolean
  /** Time from the question to its rows or reply, in ms, without the gold query. */
  readonly durationMs: number
  /** Number of repairs of refused drafts. */
  readonly repairs: number
  /** Number of reviews of results by the planner; absent if none. */
  readonly reviews?: number
  /** The verdict on rows that a review discarded. */
  readonly beforeReview?: Extract<Verdict, 'right' | 'wrong'>
  /** `builtin`, or `model:<name>`; absent if nothing was drafted. */
  readonly planner?: string
  /** The last draft. */
  readonly query?: string
  /** The reply, or the reason for the failure. */
  readonly message?: string
  readonly problem?: ProblemName
  readonly usage?: Usage
  /** The parts of `usage` for reviews and wording. */
  readonly reviewUsage?: Usage
  readonly wordingUsage?: Usage
  /** Sentences of an answer worded by a model. */
  readonly sentences?: SentenceCounts
  /** The cost of `usage` at the configured prices; null if a model has no price. */
  readonly costMicros?: number | null
  /** If the answer is not right: its first rows, and those of the gold query if there is one. */
  readonly found?: Sample
  readonly gold?: Sample
  /** Context for follow-up questions. */
  readonly turn?: RecentTurn
}

/** The verdict on a reply without a query; a question back counts as declined. */
export const verdictOfReply = ({ kind }: ExpectedResult, mode: Exclude<Draft['mode'], 'query'>): Verdict => {
  switch (kind) {
    case 'rows':
      return 'declined'
    case 'decline':
      return mode === 'chat' ? 'wrong' : 'right'
    case 'chat':
      return mode === 'chat' ? 'right' : 'declined'
  }
}

/** The first rows of a result. */
export interface Sample {
  readonly columns: QueryResult['columns']
  readonly rows: readonly Row[]
  /** Of the whole result, as far as it was read. */
  readonly rowCount: number
  /** Whether the database has further rows. */
  readonly truncated: boolean
}

const SAMPLE_ROWS_MAX = 20
const SAMPLE_CHARACTERS_MAX = 8 * 1024

/** A sample for comparison by eye: at most 20 rows and 8 KiB. */
export const sampleOf = ({ columns, rows, rowCount, truncated }: QueryResult): Sample => {
  const shown: Row[] = []
  let left = SAMPLE_CHARACTERS_MAX - JSON.stringify(columns).length
  for (const row of rows.slice(0, SAMPLE_ROWS_MAX)) {
    left -= JSON.stringify(row).length
    if (left < 0) break
    shown.push(row)
  }
  return { columns, rows: shown, rowCount, truncated }
}

/** The reason for a refusal as text. @param what subject of the sentence, such as `Its query` */
export const refusedText = (what: string, { by, refusal: { reason, hint } }: RefusedOutcome): string =>
  `${what} was refused by the ${by} (${reason}): ${hint}`
