import type { App } from '../src/app.ts'
import { addUsage, type Draft } from '../src/domain/ask/draft.ts'
import type { RecentTurn } from '../src/domain/ask/question.ts'
import type { Refused, StepInput } from '../src/domain/ask/steps.ts'
import { step } from './step.ts'

export interface DraftQueryInput extends StepInput {
  readonly recentTurns: readonly RecentTurn[]
  /** Set when an earlier draft of this turn was refused. */
  readonly refused?: Refused
}

/** Question → draft, by the planner; its knowledge holds only what this caller may see. */
export const draftQuery = (app: App) =>
  step<DraftQueryInput, Draft>(
    app,
    'draftQuery',
    async ({ question, recentTurns, refused }, { signal, spent, emit }) => {
      await emit({ type: 'status', status: refused === undefined ? 'generating_query' : 'repairing_query' })
      const knowledge = await app.knowledge(question.caller, question.databaseId, signal)
      const draft = await app.planner.draft(question.caller, {
        question: question.text,
        askedAt: question.askedAt,
        recentTurns,
        knowledge,
        ...(refused === undefined ? {} : { refused }),
        signal,
      })
      const usage = addUsage(spent, draft.usage)
      return usage === undefined ? draft : { ...draft, usage }
    },
  )
