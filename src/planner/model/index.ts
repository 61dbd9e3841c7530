import { Problem } from '../../domain/problem.ts'
import type { Planner } from '../planner.ts'
import { verifiedDraft } from '../verified-draft.ts'
import { composeWithModel } from './compose-with-model.ts'
import { draftWithModel } from './draft-with-model.ts'
import { modelSessions } from './model-session.ts'
import type { ModelSettings } from './model-settings.ts'
import { modelOpener } from './open-model.ts'
import { PromptWindow } from './prompt-window.ts'

export type { ModelSettings } from './model-settings.ts'

/** Of tables and values together: the whole schema of most databases, and a small part of any window. */
const CONTEXT_TOKENS = 6_000

/**
 * A planner that asks a chat model through LangChain. What servers do wrong and what comes of it: the table in
 * `structured-call.ts` for `draft`; `compose` always gives an answer, worded by a template where the model fails, and a
 * verified query answers its own question where it does not draft one.
 */
export const modelPlanner = (settings: ModelSettings): Planner => {
  const name = `model:${settings.model}`
  const { contextTokens = CONTEXT_TOKENS } = settings
  const drafting = { planner: name, contextTokens, window: new PromptWindow() }
  const session = modelSessions(settings, modelOpener(settings))
  return {
    name,
    offline: false,
    async draft(request) {
      try {
        return await draftWithModel(session(request.signal), drafting, request)
      } catch (error) {
        // A question that somebody has answered for good needs no model.
        const verified = request.refused === undefined && request.patterns?.find(({ isExact }) => isExact)
        if (!verified || request.signal.aborted || !(error instanceof Problem)) throw error
        const { usage } = error
        return { ...verifiedDraft(name, verified), ...(usage === undefined ? {} : { usage }) }
      }
    },
    compose: (request, emit) => composeWithModel(session(request.signal), request, emit),
  }
}
