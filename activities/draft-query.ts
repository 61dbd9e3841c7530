import { addUsage, type PlannerOutput, type Usage } from '../src/ask/rules/draft.ts'
import type { ExploreBudget } from '../src/ask/rules/explore-command.ts'
import type { Question, RecentTurn } from '../src/ask/rules/question.ts'
import type { RefusedQuery, StepInput } from '../src/ask/rules/steps.ts'
import { patternState } from '../src/manage/patterns/rules/pattern.ts'
import { draftFor } from './draft-for.ts'
import { noteVerified } from './note-verified.ts'
import { shownThinking } from './shown-thinking.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { tokenBudget } from './token-budget.ts'
import { voiceOf } from './voice-of.ts'
import { withEarlierAnswers } from './with-earlier-answers.ts'

export interface DraftQueryInput extends StepInput {
  readonly recentTurns: readonly RecentTurn[]
  /** The unclear question before this one, where this one is a choice that was offered for it. */
  readonly clarifies?: string
  /** Set when an earlier draft of this turn was refused. */
  readonly refused?: RefusedQuery
  /** Set where the planner may look first. */
  readonly looking?: ExploreBudget
  /** Tokens of the steps before it. */
  readonly before?: Usage
}

/** Question → draft, by the planner; its knowledge holds only what this caller may see. */
export const draftQuery = (app: StepParts) =>
  step<DraftQueryInput, PlannerOutput>(
    app,
    'draftQuery',
    async ({ question, recentTurns, clarifies, refused, looking, before }, { signal, attempt, spent, tell }) => {
      const status = refused === undefined ? 'generating_query' : 'repairing_query'
      tell({ type: 'status', status })
      // Only a model gets earlier questions and rows, as far as the current settings of the database allow.
      const database = app.planner.offline
        ? undefined
        : await app.databases.database(question.caller, question.databaseId)
      const context = database && {
        recentTurns: await withEarlierAnswers(app, database, question, recentTurns),
        ...shownThinking(database, question, status, tell),
      }
      const drafted = await draftFor(app, question, {
        recentTurns,
        signal,
        voice: voiceOf(app, question),
        ...context,
        ...(clarifies === undefined ? {} : { clarifies }),
        ...(refused === undefined ? {} : { refused }),
        ...(looking === undefined ? {} : { looking }),
        budget: tokenBudget(app, question, addUsage(before, spent)),
        onBroken: async (pattern, refusal) => {
          const outcome = { kind: 'refused', by: 'guard', refusal } as const
          await noteVerified(app, { question, pattern: patternState(pattern), outcome, attempt })
        },
      })
      const draft = await withTaughtStored(app, question, drafted)
      const usage = addUsage(spent, draft.usage)
      return usage === undefined ? draft : { ...draft, usage }
    },
  )

/** Counts a choice as a vote for what it teaches, which is nothing that later steps need. */
const withTaughtStored = async (
  { store }: Pick<StepParts, 'store'>,
  { caller, conversationId, databaseId }: Question,
  draft: PlannerOutput,
): Promise<PlannerOutput> => {
  if (draft.mode !== 'query' || draft.teaches === undefined) return draft
  const { teaches: entry, ...rest } = draft
  await store.proposals.propose(caller, 'glossary', { conversationId, databaseId, entry })
  return rest
}
