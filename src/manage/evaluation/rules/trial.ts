import type { SentenceCounts } from '../../../ask/rules/answer.ts'
import type { Draft, Usage } from '../../../ask/rules/draft.ts'
import type { QueryResult, RefusedOutcome, Row } from '../../../ask/rules/outcome.ts'
import type { RecentTurn } from '../../../ask/rules/question.ts'
import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { Expected } from './evaluated-question.ts'

/** `failed`: an error instead of an answer, or a gold query that cannot be run. */
export const VERDICTS = ['right', 'declined', 'wrong', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What became of one question, asked once. Plain data: it is stored, and no part of it is in workflow history. */
export interface Trial {
  readonly verdict: Verdict
  /** Whether rows were the answer. */
  readonly isAnswered: boolean
  /** From the question to its rows or its reply, in ms; what gold costs is no part of it. */
  readonly durationMs: number
  /** How often a refused draft was mended. */
  readonly repairs: number
  /** How often its planner judged what its query gave; absent where never. */
  readonly reviews?: number
  /** What the rows would have been judged that it gave up for others. */
  readonly beforeReview?: Extract<Verdict, 'right' | 'wrong'>
  /** `builtin`, or `model:<name>`; absent without a draft. */
  readonly planner?: string
  /** The last draft. */
  readonly query?: string
  /** What was replied, or why it failed. */
  readonly message?: string
  readonly problem?: ProblemName
  readonly usage?: Usage
  /** What of it judging its results took, and wording them. */
  readonly reviewUsage?: Usage
  readonly wordingUsage?: Usage
  /** Where its rows were worded by a model: its sentences. */
  readonly sentences?: SentenceCounts
  /** What the usage cost at the prices of the service that spent it; null where it knows no price. */
  readonly costMicros?: number | null
  /** Of an answer that is not right: what it says, and what gold says where there is one. */
  readonly found?: Sample
  readonly gold?: Sample
  /** What a question that follows up may refer to. */
  readonly turn?: RecentTurn
}

/** The verdict on a reply without a query: one that asks back has declined, too. */
export const verdictOfReply = ({ kind }: Expected, mode: Exclude<Draft['mode'], 'query'>): Verdict => {
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
  /** Whether the database has more rows than were read. */
  readonly truncated: boolean
}

const SAMPLE_ROWS_MAX = 20
const SAMPLE_CHARACTERS_MAX = 8 * 1024

/** As much of a result as people compare by eye: 20 rows and 8 KiB at most. */
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

/** Why a query was refused, in words. @param what whose it is: `Its query` */
export const refusedText = (what: string, { by, refusal: { reason, hint } }: RefusedOutcome): string =>
  `${what} was refused by the ${by} (${reason}): ${hint}`
