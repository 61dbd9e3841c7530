import { addUsage, type Drafted, type Usage } from '../src/domain/ask/draft.ts'
import type { Looking } from '../src/domain/ask/look.ts'
import type { Voice } from '../src/domain/ask/personality.ts'
import type { Question } from '../src/domain/ask/question.ts'
import { readQuestion } from '../src/domain/ask/read-question.ts'
import type { ColumnConstant } from '../src/domain/ask/template/column-constant.ts'
import { Problem } from '../src/domain/problem.ts'
import type { DraftRequest } from '../src/planner/planner.ts'
import type { StepParts } from './step-parts.ts'

export interface Drafting extends Pick<DraftRequest, 'recentTurns' | 'signal' | 'budget'> {
  /** Set when an earlier draft for this question was refused. */
  readonly refused?: DraftRequest['refused']
  /** Set where the planner may look first. */
  readonly looking?: Looking
  /** How a reply is to sound; it is read while knowledge is. */
  readonly voice?: Promise<Voice | undefined>
}

/**
 * Question → draft, by the planner; its knowledge holds only what this caller may see.
 *
 * @throws Problem as `DatabaseAccess.knowledge` and `Planner.draft`; an AbortError when the signal aborts
 */
export const draftFor = async (
  app: Pick<StepParts, 'knowledge' | 'holds' | 'patterns' | 'planner' | 'contexts'>,
  { caller, databaseId, text, askedAt, epoch }: Pick<Question, 'caller' | 'databaseId' | 'text' | 'askedAt' | 'epoch'>,
  { recentTurns, signal, budget, refused, looking, voice: voiceRead }: Drafting,
): Promise<Drafted> => {
  const question = readQuestion(text)
  const reading = app.knowledge(caller, databaseId, { question, recentTurns }, signal, epoch)
  const near = {
    question,
    knowledge: reading,
    holds: (constants: readonly ColumnConstant[]) => app.holds(caller, databaseId, constants, signal, epoch),
  }
  const [knowledge, patterns, voice] = await Promise.all([
    reading,
    app.patterns.near(caller, databaseId, near, epoch),
    voiceRead,
  ])
  const asked = { question, recentTurns, knowledge, patterns }
  const context = app.contexts.of(asked, { owner: caller, signal })
  const drafting = app.planner.draft({
    ...{ ...asked, askedAt },
    context: context.within,
    ...(refused === undefined ? {} : { refused }),
    ...(looking === undefined ? {} : { looking }),
    ...(voice === undefined ? {} : { voice }),
    ...(budget === undefined ? {} : { budget }),
    owner: caller,
    signal,
  })
  try {
    return withUsage(await drafting, context.usage)
  } catch (error) {
    throw error instanceof Problem && context.usage !== undefined
      ? error.withUsage(addUsage(context.usage, error.usage))
      : error
  }
}

/** A draft with what finding its tables has cost. */
const withUsage = (draft: Drafted, more: Usage | undefined): Drafted => {
  const usage = addUsage(more, draft.usage)
  return usage === undefined ? draft : { ...draft, usage }
}
