import { addUsage, type PlannerOutput, type QueryDraft } from '../src/ask/rules/draft.ts'
import { type RowsOutcome, tablesRead } from '../src/ask/rules/outcome.ts'
import type { DraftQueryInput } from './draft-query.ts'
import { judgeRows } from './judge-rows.ts'
import { shownThinking } from './shown-thinking.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { tokenBudget } from './token-budget.ts'
import { withEarlierAnswers } from './with-earlier-answers.ts'

interface ReviewResultInput extends Pick<DraftQueryInput, 'question' | 'recentTurns' | 'looking' | 'before'> {
  /** Whose rows are judged. */
  readonly draft: QueryDraft
  readonly outcome: Pick<RowsOutcome, 'writer' | 'doubt'>
  /** What was to mend it, and was refused itself. */
  readonly refused?: DraftQueryInput['refused']
}

/** Has the planner judge what its query gave, before the rows are worded. */
export const reviewResult = (app: StepParts) =>
  step<ReviewResultInput, PlannerOutput>(
    app,
    'reviewResult',
    async ({ question, recentTurns, draft, outcome, refused, looking, before }, { signal, spent, tell }) => {
      const { planner, confidence } = draft
      const { doubt } = outcome
      const stored = await app.store.results.find(question.caller, question.turnId, outcome.writer)
      if (stored === undefined || doubt === undefined) return { mode: 'accept', planner, confidence, assumptions: [] }
      tell({ type: 'status', status: 'reviewing_result' })
      const { result, parts } = stored
      const database = await app.databases.database(question.caller, question.databaseId)
      const earlier = await withEarlierAnswers(app, database, question, recentTurns)
      const judged = await judgeRows(
        app,
        database,
        question,
        { draft, doubt, result, parts, tables: tablesRead(stored) },
        {
          recentTurns: earlier,
          signal,
          budget: tokenBudget(app, question, addUsage(before, spent)),
          ...(refused === undefined ? {} : { refused }),
          ...(looking === undefined ? {} : { looking }),
          ...shownThinking(database, question, 'reviewing_result', tell),
        },
      )
      const usage = addUsage(spent, judged.usage)
      return usage === undefined ? judged : { ...judged, usage }
    },
  )
