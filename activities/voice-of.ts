import type { Question } from '../src/ask/rules/question.ts'
import type { TurnPersonality } from '../src/manage/personalities/rules/personality.ts'
import type { StepParts } from './step-parts.ts'

/** The personality that a question asks for, as it is now; none when it is gone meanwhile. */
export const voiceOf = async (
  app: Pick<StepParts, 'store'>,
  { caller, personalityId, startsConversation }: Question,
): Promise<TurnPersonality | undefined> => {
  if (personalityId === undefined) return undefined
  const personality = await app.store.personalities.find(caller, personalityId)
  return personality === undefined ? undefined : { personality, isFirst: startsConversation }
}
