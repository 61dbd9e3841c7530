import { addUsage, type Usage } from '../../ask/rules/draft.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { DraftRequest } from '../planner.ts'
import { CallFailed, type CallUsage, type ChatCall, type ChatReply, chatCall, tokensIn } from './chat-call.ts'
import { failureType, isDeclined, isQuotaExhausted, isTooLong, modelFailure, statusOf } from './model-failure.ts'
import { type BeginModelCall, type CallSettings, LEARNT_TTL_MS } from './model-settings.ts'
import type { Capability, ChatMessage, ModelOpener, StreamingModel } from './open-model.ts'
import { Thoughts } from './thoughts.ts'

/** The model calls of one `draft` or `compose`: they share a deadline. */
export interface ModelSession {
  /** @throws Problem `model_failed` or the budget's, with all tokens spent; the signal's reason if cancelled. */
  ask(messages: readonly ChatMessage[], options: AskOptions): Promise<SessionReply>
}

/** Parameters of a session. */
export interface SessionWork extends Pick<DraftRequest, 'signal' | 'budget' | 'onThought'> {
  /** Deadline of its calls, if not by `callTimeoutMs` alone; on the clock of `performance.now()`. */
  readonly deadline?: number
}

/** A reply, with the tokens of all calls. */
type SessionReply = Omit<ChatReply, 'usage'> & { readonly usage: Usage }

interface AskOptions {
  readonly lengthMax: number
  /** Requests an object of this schema, as strictly as the server supports. */
  readonly jsonSchema?: object
  /** Usage of earlier calls, to be added. */
  readonly spent?: Usage | undefined
  /** Receives the text as it arrives; false ends the call. */
  readonly onText?: (text: string) => Promise<boolean>
}

const IDLE_TIMEOUT_MS = 20_000
const NOT_SET_UP = 'The language model is not set up correctly.'

/**
 * Sessions of one model. Options that its server rejects are remembered for a while only, because the rejection may
 * have had another reason.
 *
 * @param name name in the settings
 * @param now monotonic clock, in ms
 */
export const modelSessions = (
  name: string,
  settings: CallSettings,
  opener: ModelOpener,
  now: () => number,
  beginCall?: BeginModelCall,
): ((work: SessionWork) => ModelSession) => {
  let known = { capability: opener.capability, untilMs: Number.POSITIVE_INFINITY }
  const idleTimeoutMs = Math.min(settings.idleTimeoutMs ?? IDLE_TIMEOUT_MS, settings.callTimeoutMs)
  return ({ signal, budget, onThought, deadline = performance.now() + settings.callTimeoutMs }) => {
    const thoughts = onThought && new Thoughts(onThought, now)
    return {
      ask: async (messages, { lengthMax, jsonSchema, spent, onText }) => {
        let capability = now() < known.untilMs ? known.capability : opener.capability
        for (let usage = spent; ; ) {
          const refusal = await budget?.refusal(tokensIn(messages), usage)
          if (refusal !== undefined) throw refusal.withUsage(usage)
          const model = await opened(opener, capability, jsonSchema, usage)
          const before = usage
          const onCutOff = async (cut: CallUsage) => await budget?.cutOff(withCall(before, name, cut))
          const call = { model, messages, signal, deadline, idleTimeoutMs, lengthMax, thoughts, onCutOff }
          const endCall = opener.named && beginCall?.({ operation: 'chat', ...opener.named })
          const result = await attempt(call, onText, endCall)
          const all = withCall(usage, name, result.usage)
          if (!(result instanceof CallFailed)) {
            if (capability !== known.capability) known = { capability, untilMs: now() + LEARNT_TTL_MS }
            return { ...result, usage: all }
          }
          if (isDeclined(result.cause)) return { text: '', finish: 'declined', usage: all }
          const kinds = jsonSchema === undefined ? [] : opener.kinds
          const next = weaker(capability, result.cause, kinds)
          if (next === undefined) throw modelFailure(result.cause, all)
          capability = next
          usage = all
        }
      },
    }
  }
}

/** Usage with one more call added. */
const withCall = (before: Usage | undefined, model: string, { estimated, ...tokens }: CallUsage): Usage => {
  const own = { ...tokens, estimated, models: [{ model, ...tokens }] }
  return addUsage(before, own) ?? own
}

const opened = async (
  opener: ModelOpener,
  capability: Capability,
  jsonSchema: object | undefined,
  usage: Usage | undefined,
): Promise<StreamingModel> => {
  try {
    return await opener.open(capability, jsonSchema)
  } catch (cause) {
    const spent = usage === undefined ? {} : { usage }
    throw new Problem('configuration_invalid', { message: NOT_SET_UP, cause, ...spent })
  }
}

const attempt = async (
  call: ChatCall,
  onText: AskOptions['onText'],
  endCall: ReturnType<BeginModelCall> = () => undefined,
): Promise<ChatReply | CallFailed> => {
  try {
    const reply = await chatCall(call, onText)
    endCall({ usage: reply.usage })
    return reply
  } catch (error) {
    endCall(
      error instanceof CallFailed
        ? { usage: error.usage, failure: failureType(error.cause) }
        : { failure: 'cancelled' },
    )
    if (error instanceof CallFailed) return error
    throw error
  }
}

/** The next weaker request, if the rejection may concern how we asked: one step at a time. */
const weaker = (
  capability: Capability,
  error: unknown,
  kinds: readonly Capability['replyFormat'][],
): Capability | undefined => {
  if (![400, 415, 422, 501].includes(statusOf(error) ?? 0) || isTooLong(error) || isQuotaExhausted(error))
    return undefined
  const text = error instanceof Error ? error.message : ''
  const withoutUsage = capability.streamUsage ? { ...capability, streamUsage: false } : undefined
  if (withoutUsage !== undefined && /stream_options|include_usage/.test(text)) return withoutUsage
  const replyFormat = kinds[kinds.indexOf(capability.replyFormat) + 1]
  return replyFormat === undefined ? withoutUsage : { ...capability, replyFormat }
}
