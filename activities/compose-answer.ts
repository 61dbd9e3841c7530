import type { Composition } from '../src/ask/rules/answer.ts'
import { addUsage, type QueryDraft, type Usage } from '../src/ask/rules/draft.ts'
import { tablesRead } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import type { StepInput } from '../src/ask/rules/steps.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { shownThinking } from './shown-thinking.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { tokenBudget } from './token-budget.ts'
import { voiceOf } from './voice-of.ts'
import { wordingOf } from './wording-of.ts'

interface ComposeAnswerInput extends StepInput {
  readonly draft: QueryDraft
  /** Which run has stored the rows. */
  readonly rowsBy: number
  /** Tokens of the steps before it. */
  readonly before?: Usage
}

/**
 * Rows → answer text. A model's text is streamed as it arrives; a restarted step first tells readers to discard what
 * they have. Text without a model is complete at once, and is written with the end of the turn.
 */
export const composeAnswer = (app: StepParts) =>
  step<ComposeAnswerInput, Composition>(
    app,
    'composeAnswer',
    async ({ question, draft, rowsBy, before }, { signal, spent, writer }) => {
      const stored = await app.store.results.find(question.caller, question.turnId, rowsBy)
      if (stored === undefined) throw await withoutRows(app, question)
      // What a provider may be sent is as it is now, however long ago the question was let in.
      const asOf = app.planner.offline ? question.epoch : undefined
      const { receipt: _, ...run } = stored
      const [database, voice] = await Promise.all([
        app.databases.database(question.caller, question.databaseId, asOf),
        voiceOf(app, question),
      ])
      const text = app.planner.offline ? undefined : await app.stream.takeOverText(question.turnId, writer)
      // No question: what is suggested has no name that only the rows of one tenant hold.
      const asked = { question: '', recentTurns: [] }
      const knowledge = () =>
        app.databases.knowledge(question.caller, question.databaseId, asked, signal, question.epoch)
      const request = {
        ...wordingOf(database, question, { ...run, tables: tablesRead(stored) }),
        draft,
        ...(app.planner.offline ? {} : { knowledge }),
        ...(voice === undefined ? {} : { voice }),
        budget: tokenBudget(app, question, addUsage(before, spent)),
        signal,
        ...shownThinking(database, question, 'composing_answer', (status) => text?.sendStatus(status)),
      }
      const composition = await app.planner.compose(request, async (chunk) => await text?.write(chunk))
      await text?.end()
      return text === undefined ? { ...composition, isUnwritten: true } : composition
    },
  )

/** A conversation that is deleted while its question runs takes the rows with it. */
const withoutRows = async (app: Pick<StepParts, 'store'>, { caller, conversationId }: Question): Promise<Problem> =>
  (await app.store.conversations.find(caller, conversationId)) === undefined
    ? new Problem('conversation_not_found')
    : new Problem('internal', { transient: true })
