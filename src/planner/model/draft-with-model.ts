import type { Draft, Usage } from '../../domain/ask/draft.ts'
import { plannerPrompt } from '../../domain/ask/prompts/planner-prompt.ts'
import type { DraftRequest } from '../planner.ts'
import { numberCheck } from './backed-numbers.ts'
import { DRAFT_FORMAT, draftOf } from './draft-reply.ts'
import type { ModelSession } from './model-session.ts'
import { Sentences } from './sentences.ts'
import { structuredCall } from './structured-call.ts'

const NO_FIGURE = 'Ask for a figure directly, and it will be looked up in the data.'

/**
 * One structured call, with at most one correction turn.
 *
 * @param spent tokens of earlier calls, to be added
 * @throws Problem `model_failed`
 */
export const draftWithModel = async (
  session: ModelSession,
  planner: string,
  request: DraftRequest,
  spent?: Usage,
): Promise<Draft> => {
  const prompt = plannerPrompt(request)
  const messages = [
    { role: 'system', content: prompt.system },
    { role: 'user', content: prompt.user },
  ] as const
  const { value, usage } = await structuredCall(session, messages, DRAFT_FORMAT, spent)
  const draft = draftOf(value, planner, usage)
  return draft.mode === 'query' ? draft : { ...draft, reply: withoutInvention(draft.reply, prompt.user) }
}

/** A reply without query has no rows to back a number: sentences with one that nobody gave are left out. */
const withoutInvention = (reply: string, given: string): string => {
  const isBacked = numberCheck({ texts: [given], rows: [], rowCount: 0 })
  const sentences = new Sentences()
  const all = [...sentences.push(reply), sentences.rest()]
  return all.filter(isBacked).join('').trim() || NO_FIGURE
}
