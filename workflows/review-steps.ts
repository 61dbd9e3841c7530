import { isCancellation } from '@temporalio/workflow'
import type { RowsOutcome } from '../src/ask/rules/outcome.ts'
import type { RecentTurn } from '../src/ask/rules/question.ts'
import type { ReviewedQuery, ReviewSteps } from '../src/ask/rules/review-rows.ts'
import type { TurnInput } from '../src/ask/rules/turn.ts'
import { failureEnding } from './failure-ending.ts'
import { showStep } from './for-operators.ts'
import { before, spend, type TokensSpent } from './spent.ts'
import { stepsOf } from './steps.ts'

interface RanStep extends ReviewedQuery {
  readonly outcome: RowsOutcome
  /** How many parts are stored with the rows. */
  readonly parts: number
}

interface Reviewing {
  readonly input: TurnInput
  readonly recentTurns: readonly RecentTurn[]
  readonly spent: TokensSpent
  /** What is left of the turn's time. */
  readonly leftMs: () => number
}

/** The steps of a review in a turn. They take half of what is left of its time at most: the rows are still to be worded. */
export const reviewSteps = ({ input, recentTurns, spent, leftMs }: Reviewing): ReviewSteps<RanStep> => {
  const { question, queryTimeoutMs } = input
  const end = Date.now() + leftMs() / 2
  const steps = () => stepsOf(input, () => end - Date.now())
  return {
    async judge({ draft, outcome }, more) {
      const judged = await steps().reviewResult({ question, recentTurns, draft, outcome, ...more, ...before(spent) })
      spend(spent, judged.usage)
      showStep(input, judged)
      return judged
    },
    async explore(looks) {
      const found = await steps().exploreSchema({ question, looks })
      showStep(input, found)
      return found
    },
    async run(draft, rows) {
      const stays = { writer: rows.outcome.writer, parts: rows.parts }
      const outcome = await steps().runQuery({ question, draft, queryTimeoutMs, stays })
      showStep(input, outcome)
      if (outcome.kind === 'asks') return { kind: 'kept' }
      if (outcome.kind !== 'rows') return outcome
      if (draft.partTitle === undefined) return { ...rows, draft, outcome, doubt: outcome.doubt }
      return { ...rows, outcome: { ...rows.outcome, writer: outcome.writer }, parts: rows.parts + 1 }
    },
    calls: () => spent.usage?.calls ?? 0,
    onFailure(error) {
      if (isCancellation(error)) throw error
      spend(spent, failureEnding(error).usage)
    },
  }
}
