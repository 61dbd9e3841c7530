import { doubtOf, isEmptyFinding } from '../src/ask/rules/doubt.ts'
import type { QueryDraft, Usage } from '../src/ask/rules/draft.ts'
import type { QueryResult } from '../src/ask/rules/outcome.ts'
import type { SeenResult } from '../src/ask/rules/prompts/seen-text.ts'
import type { RecentTurn } from '../src/ask/rules/question.ts'
import type { ReviewedQuery, ReviewSteps } from '../src/ask/rules/review-rows.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { TrialParts } from './draft-until-run.ts'
import { judgeRows } from './judge-rows.ts'
import { type Asker, type ComparedRun, type RunLimits, runCompared } from './run-compared.ts'
import { tokenBudget } from './token-budget.ts'

interface TrialRows extends ReviewedQuery {
  readonly result: QueryResult
  /** Of the parts too. */
  readonly tables: readonly string[]
  readonly parts: NonNullable<SeenResult['parts']>
}

/** The rows of a draft, with what is odd about them. */
export const trialRows = (
  draft: QueryDraft,
  { result, tables }: Extract<ComparedRun, { readonly kind: 'rows' }>,
): TrialRows => ({ draft, result, tables, parts: [], doubt: doubtOf(result, draft) })

interface TrialReview {
  readonly asked: Asker & { readonly text: string; readonly askedAt: string }
  readonly recentTurns: readonly RecentTurn[]
  readonly limits: RunLimits
  readonly usage: () => Usage | undefined
  readonly spend: (usage: Usage | undefined) => void
  /** Called each time that the planner judges. */
  readonly onJudged: () => void
}

/** The steps of a review of a trial: in one step, because no stream follows it. */
export const trialReview = (
  app: TrialParts,
  { asked, recentTurns, limits, usage, spend, onJudged }: TrialReview,
): ReviewSteps<TrialRows> => {
  const { signal } = limits
  return {
    async judge({ draft, result, tables, parts, doubt }, more) {
      if (doubt === undefined) throw new Error('rows without a doubt are not judged')
      onJudged()
      const judged = { draft, doubt, result, parts, tables: tables.map((table) => ({ table })) }
      const drafting = { recentTurns, signal, budget: tokenBudget(app, asked, usage()), ...more }
      const database = await app.databases.database(asked.caller, asked.databaseId)
      const given = await judgeRows(app, database, asked, judged, drafting)
      spend(given.usage)
      return given
    },
    explore: (looks) => app.databases.explore(asked.caller, asked.databaseId, looks, { question: asked.text }, signal),
    async run(draft, rows) {
      const run = await runCompared(app, asked, draft.query, limits)
      if (run.kind !== 'rows') return run
      if (isEmptyFinding(run.result)) return { kind: 'kept' }
      const { partTitle: title } = draft
      if (title === undefined) return { ...trialRows(draft, run), parts: rows.parts }
      const tables = [...new Set([...rows.tables, ...run.tables])]
      return { ...rows, tables, parts: [...rows.parts, { title, result: run.result }] }
    },
    calls: () => usage()?.calls ?? 0,
    onFailure(error) {
      signal.throwIfAborted()
      if (error instanceof Problem) spend(error.usage)
    },
  }
}
