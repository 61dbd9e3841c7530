import { askingReply } from '../src/ask/rules/asking-reply.ts'
import { addUsage, type QueryDraft, type ReplyDraft, type Usage } from '../src/ask/rules/draft.ts'
import type { ExploreResult } from '../src/ask/rules/explore-command.ts'
import { exploreBudgetAfter, nextExplore, nextStep } from '../src/ask/rules/next-step.ts'
import type { QueryResult, RefusedOutcome } from '../src/ask/rules/outcome.ts'
import type { RecentTurn } from '../src/ask/rules/question.ts'
import { reviewRows } from '../src/ask/rules/review-rows.ts'
import type { RefusedQuery } from '../src/ask/rules/steps.ts'
import { Problem, type ProblemName } from '../src/platform/problems/problem.ts'
import { compareReadings, type TryReading } from './compare-readings.ts'
import { draftFor } from './draft-for.ts'
import { type Asker, type RunLimits, runCompared } from './run-compared.ts'
import type { StepParts } from './step-parts.ts'
import { tokenBudget } from './token-budget.ts'
import { trialReview, trialRows } from './trial-review.ts'

/** What is needed to ask a question beside all turns. */
export type TrialParts = Pick<
  StepParts,
  'store' | 'databases' | 'retrieval' | 'planner' | 'config' | 'quotas' | 'comparison'
>

/** What asking a planner has come to. */
export type DraftingResult = Spent &
  (
    | { readonly kind: 'replied'; readonly draft: ReplyDraft }
    | {
        readonly kind: 'rows'
        readonly draft: QueryDraft
        readonly result: QueryResult
        /** That were read. */
        readonly tables: readonly string[]
        /** Where the planner judged them: how often, and what there was before it mended its query. */
        readonly review?: { readonly count: number; readonly before?: QueryResult; readonly usage: Usage | undefined }
      }
    | {
        readonly kind: 'given up'
        readonly draft: QueryDraft
        readonly outcome: RefusedOutcome
        readonly problem: ProblemName
      }
  )

interface Spent {
  /** How often a refused draft was mended. */
  readonly repairs: number
  readonly usage: Usage | undefined
}

const readingOf =
  (app: TrialParts, asker: Asker): TryReading =>
  async (query, queryMs, signal) => {
    const run = await runCompared(app, asker, query, { queryMs, signal, again: false })
    return run.kind === 'rows' ? run.result : undefined
  }

/**
 * Drafts, looks up, guards, runs, compares and repairs, in the order and as often as a turn does (`workflows/answer-
 * question.ts`): in one step, because no stream follows it.
 *
 * @throws Problem that keeps a turn from its answer, with all tokens that were spent; the signal's reason
 */
export const draftUntilRun = async (
  app: TrialParts,
  { text, ...asker }: Asker & { readonly text: string },
  recentTurns: readonly RecentTurn[],
  limits: RunLimits,
): Promise<DraftingResult> => {
  const { signal } = limits
  const asked = { ...asker, text, askedAt: new Date().toISOString() }
  let usage: Usage | undefined
  let refused: RefusedQuery | undefined
  const found: ExploreResult[] = []
  try {
    for (let repairs = 0; ; ) {
      const budget = tokenBudget(app, asked, usage)
      const looking = app.planner.offline ? {} : { looking: exploreBudgetAfter(found, usage?.calls ?? 0) }
      const drafting = { recentTurns, signal, budget, ...looking, ...(refused === undefined ? {} : { refused }) }
      const draft = await draftFor(app, asked, drafting)
      usage = addUsage(usage, draft.usage)
      if (draft.mode === 'look') {
        const next = nextExplore(found.length)
        if (next !== 'explore') throw new Problem(next.problem, { transient: false, retryable: true })
        found.push(await app.databases.explore(asker.caller, asker.databaseId, draft.looks, { question: text }, signal))
        continue
      }
      if (draft.mode === 'accept') throw new Problem('model_failed', { transient: false, retryable: true })
      if (draft.mode !== 'query') return { kind: 'replied', draft, repairs, usage }
      const began = performance.now()
      const run = await runCompared(app, asker, draft.query, limits)
      if (run.kind === 'rows') {
        const { result } = run
        const first = { result, durationMs: performance.now() - began, signal }
        const comparison = await compareReadings(draft, first, readingOf(app, asker), app.comparison)
        if (comparison.kind === 'answer') {
          const rows = trialRows(draft, run)
          let count = 0
          let ofReview: Usage | undefined
          const review = trialReview(app, {
            asked,
            recentTurns,
            limits,
            usage: () => usage,
            onJudged: () => (count += 1),
            spend: (more) => {
              usage = addUsage(usage, more)
              ofReview = addUsage(ofReview, more)
            },
          })
          const last = app.planner.offline ? rows : await reviewRows(review, rows, { found, runs: repairs + 1 })
          const before = last === rows ? {} : { before: result }
          const judged = count === 0 ? {} : { review: { count, ...before, usage: ofReview } }
          const { draft: answered, result: rowsFound, tables } = last
          return { kind: 'rows', draft: answered, result: rowsFound, tables, repairs, usage, ...judged }
        }
        return { kind: 'replied', draft: askingReply(draft, comparison.choices), repairs, usage }
      }
      const next = nextStep(run, { repairs, calls: usage?.calls ?? 0 }, draft)
      if (next.do === 'give-up') return { kind: 'given up', draft, repairs, usage, outcome: run, problem: next.problem }
      refused = { query: draft.query, refusal: run.refusal }
      repairs += 1
    }
  } catch (error) {
    throw error instanceof Problem ? error.withUsage(addUsage(usage, error.usage)) : error
  }
}
