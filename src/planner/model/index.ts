import type { Planner } from '../planner.ts'
import { composeWithModel } from './compose-with-model.ts'
import { draftWithModel } from './draft-with-model.ts'
import { modelSessions } from './model-session.ts'
import type { ModelSettings } from './model-settings.ts'
import { modelOpener } from './open-model.ts'

export type { ModelSettings } from './model-settings.ts'

/**
 * A planner that asks a chat model through LangChain. What servers do wrong and what comes of it: the table in
 * `structured-call.ts` for `draft`; `compose` always gives an answer, worded by a template where the model fails.
 */
export const modelPlanner = (settings: ModelSettings): Planner => {
  const name = `model:${settings.model}`
  const session = modelSessions(settings, modelOpener(settings))
  return {
    name,
    offline: false,
    draft: (request) => draftWithModel(session(request.signal), name, request),
    compose: (request, emit) => composeWithModel(session(request.signal), request, emit),
  }
}
