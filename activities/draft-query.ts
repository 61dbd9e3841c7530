import { addUsage, type Draft } from '../src/domain/ask/draft.ts'
import type { RecentTurn } from '../src/domain/ask/question.ts'
import type { Refused, StepInput } from '../src/domain/ask/steps.ts'
import { inSlices } from '../src/domain/sliced.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { voiceOf } from './voice-of.ts'

export interface DraftQueryInput extends StepInput {
  readonly recentTurns: readonly RecentTurn[]
  /** Set when an earlier draft of this turn was refused. */
  readonly refused?: Refused
}

/** Question → draft, by the planner; its knowledge holds only what this caller may see. */
export const draftQuery = (app: StepParts) =>
  step<DraftQueryInput, Draft>(
    app,
    'draftQuery',
    async ({ question, recentTurns, refused }, { signal, spent, tell }) => {
      tell({ type: 'status', status: refused === undefined ? 'generating_query' : 'repairing_query' })
      const { caller, databaseId, epoch } = question
      const [knowledge, patterns, voice] = await Promise.all([
        app.knowledge(caller, databaseId, signal, epoch),
        app.patterns.near(caller, databaseId, question.text, epoch),
        voiceOf(app, question),
      ])
      const asked = { question: question.text, recentTurns, knowledge, patterns }
      const request = {
        ...asked,
        askedAt: question.askedAt,
        context: (tokens: number) => inSlices(app.retrieve(asked, tokens)),
        ...(refused === undefined ? {} : { refused }),
        ...(voice === undefined ? {} : { voice }),
        owner: caller,
        signal,
      }
      const draft = await app.planner.draft(request)
      const usage = addUsage(spent, draft.usage)
      return usage === undefined ? draft : { ...draft, usage }
    },
  )
