import type { App } from '../src/app.ts'
import type { Composition } from '../src/domain/ask/answer.ts'
import type { QueryDraft } from '../src/domain/ask/draft.ts'
import type { Question } from '../src/domain/ask/question.ts'
import type { StepInput } from '../src/domain/ask/steps.ts'
import { Problem } from '../src/domain/problem.ts'
import { step } from './step.ts'

export interface ComposeAnswerInput extends StepInput {
  readonly draft: QueryDraft
}

/** Rows → answer text, streamed as it is written. A step that starts over first tells readers to drop what they have. */
export const composeAnswer = (app: App) =>
  step<ComposeAnswerInput, Composition>(app, 'composeAnswer', async ({ question, draft }, { signal, writer }) => {
    const stored = await app.store.result(question.caller, question.turnId)
    if (stored === undefined) throw await withoutRows(app, question)
    const database = await app.database(question.caller, question.databaseId)
    const text = await app.takeOverText(question.turnId, writer)
    const request = {
      question: question.text,
      askedAt: question.askedAt,
      draft,
      result: stored.result,
      glossary: database.glossary,
      signal,
    }
    const composition = await app.planner.compose(question.caller, request, (chunk) => text.write(chunk))
    await text.end()
    return composition
  })

/** A conversation that is deleted while its question runs takes the rows with it. */
const withoutRows = async (app: App, { caller, conversationId }: Question): Promise<Problem> =>
  (await app.store.conversation(caller, conversationId)) === undefined
    ? new Problem('conversation_not_found')
    : new Problem('internal', { transient: true })
