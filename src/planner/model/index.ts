import { Problem } from '../../domain/problem.ts'
import type { Planner } from '../planner.ts'
import { verifiedDraft } from '../verified-draft.ts'
import { composeWithModel } from './compose-with-model.ts'
import { draftWithModel } from './draft-with-model.ts'
import { modelSessions } from './model-session.ts'
import type { ModelSettings } from './model-settings.ts'
import { modelOpener } from './open-model.ts'

export type { ModelSettings } from './model-settings.ts'

/**
 * A planner that asks a chat model through LangChain. What servers do wrong and what comes of it: the table in
 * `structured-call.ts` for `draft`; `compose` always gives an answer, worded by a template where the model fails, and a
 * verified query answers its own question where it does not draft one.
 */
export const modelPlanner = (settings: ModelSettings): Planner => {
  const name = `model:${settings.model}`
  const session = modelSessions(settings, modelOpener(settings))
  return {
    name,
    offline: false,
    async draft(request) {
      try {
        return await draftWithModel(session(request.signal), name, request)
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
