import type { Drafted } from '../src/domain/ask/draft.ts'
import type { Looking } from '../src/domain/ask/look.ts'
import type { Voice } from '../src/domain/ask/personality.ts'
import type { Question } from '../src/domain/ask/question.ts'
import { inSlices } from '../src/domain/sliced.ts'
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
  app: Pick<StepParts, 'knowledge' | 'patterns' | 'planner' | 'retrieve'>,
  { caller, databaseId, text, askedAt, epoch }: Pick<Question, 'caller' | 'databaseId' | 'text' | 'askedAt' | 'epoch'>,
  { recentTurns, signal, budget, refused, looking, voice: voiceRead }: Drafting,
): Promise<Drafted> => {
  const reading = app.knowledge(caller, databaseId, { question: text, recentTurns }, signal, epoch)
  const [knowledge, patterns, voice] = await Promise.all([
    reading,
    app.patterns.near(caller, databaseId, { question: text, knowledge: reading }, epoch),
    voiceRead,
  ])
  const asked = { question: text, recentTurns, knowledge, patterns }
  return await app.planner.draft({
    ...{ ...asked, askedAt },
    context: (tokens) => inSlices(app.retrieve(asked, tokens)),
    ...(refused === undefined ? {} : { refused }),
    ...(looking === undefined ? {} : { looking }),
    ...(voice === undefined ? {} : { voice }),
    ...(budget === undefined ? {} : { budget }),
    owner: caller,
    signal,
  })
}
