import { CONTEXT_TOKENS } from '../../ask/rules/question-context.ts'
import type { Planner } from '../planner.ts'
import { templateAnswer } from '../template-answer.ts'
import { verifiedDraft } from '../verified-draft.ts'
import { composeWithModel } from './compose-with-model.ts'
import { draftWithModel } from './draft-with-model.ts'
import { type ModelSession, modelSessions, type SessionWork } from './model-session.ts'
import type { BeginModelCall, ModelAccess, ModelSettings } from './model-settings.ts'
import { modelOpener } from './open-model.ts'
import { PromptWindow } from './prompt-window.ts'
import { type Models, withFallback } from './with-fallback.ts'

export type { ModelAccess, ModelSettings } from './model-settings.ts'

/**
 * A planner that uses chat models through LangChain: one drafts, one words, and one is the fallback of both. Failures
 * of servers: the table in `structured-call.ts` for `draft`; `compose` always gives an answer, worded by a template if
 * the models fail, and a verified query is used for its question without a model.
 */
export const modelPlanner = (settings: ModelSettings, noticing: ModelHooks = {}): Planner => {
  const { drafting, wording } = askedModels(settings, noticing)
  const { name } = drafting.first
  const { contextTokens = CONTEXT_TOKENS, maxTokens } = settings
  return {
    name,
    offline: false,
    async draft(request) {
      // A question with a verified query needs no model, unless that query was refused.
      const verified = request.patterns?.find(({ isExact }) => isExact)
      const isFirst = request.refused === undefined && request.seen === undefined
      if (verified !== undefined && isFirst) return verifiedDraft(name, verified)
      return await withFallback(drafting, (model, spent) =>
        draftWithModel(
          model.session(request),
          { planner: model.name, contextTokens, window: model.window, maxTokens },
          request,
          spent,
        ),
      )
    },
    async compose(request, emit) {
      if (request.rows === 'none') return { ...(await templateAnswer(request, null, emit)), suggestions: [] }
      // Both models share the time of one call, so that the template can follow.
      const deadline = performance.now() + settings.callTimeoutMs
      const session = (model: AskedModel) => model.session({ ...request, deadline })
      const { first, fallback, onQuota } = wording
      const sessions = { first: session(first), fallback: fallback && session(fallback), onQuota, deadline }
      return await composeWithModel(sessions, request, emit)
    },
  }
}

/** What is learnt about models during the life of a process. */
export interface ModelHooks {
  /** Called with the approximate token limit of prompts after a server rejected a longer one. */
  readonly onWindowLearnt?: (model: string, tokens: number) => void
  readonly beginCall?: BeginModelCall
  /** Monotonic clock, in ms. */
  readonly now?: () => number
}

interface AskedModel {
  /** Recorded as the planner of a draft. */
  readonly name: string
  readonly session: (work: SessionWork) => ModelSession
  readonly window: PromptWindow
}

/** A model is no fallback of itself, and one with several roles is opened once. */
const askedModels = (
  settings: ModelSettings,
  { onWindowLearnt, beginCall, now = () => performance.now() }: ModelHooks,
): Record<'drafting' | 'wording', Models<AskedModel>> => {
  const { apiKey: _, baseUrl: __, providerUrl: ___, wording = settings, fallback, fallbackOnQuota, ...calls } = settings
  const opened = new Map<string, AskedModel>()
  const asked = (access: ModelAccess): AskedModel => {
    const known = opened.get(access.model)
    if (known !== undefined) return known
    const { apiKey, baseUrl, providerUrl } = access
    const own = {
      ...calls,
      model: access.model,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(providerUrl === undefined ? {} : { providerUrl }),
    }
    const session = modelSessions(access.model, own, modelOpener(own), now, beginCall)
    const window = new PromptWindow(now, (tokens) => onWindowLearnt?.(access.model, tokens))
    const found = { name: `model:${access.model}`, session, window }
    opened.set(access.model, found)
    return found
  }
  const withFallbackModel = (first: ModelAccess): Models<AskedModel> => ({
    first: asked(first),
    fallback: fallback === undefined || fallback.model === first.model ? undefined : asked(fallback),
    onQuota: fallbackOnQuota,
  })
  return { drafting: withFallbackModel(settings), wording: withFallbackModel(wording) }
}
