import type { Usage } from '../../ask/rules/draft.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { ChatReply } from './chat-call.ts'
import { findJson } from './find-json.ts'
import { modelFailure, ReplyCut, StreamCut } from './model-failure.ts'
import type { ModelSession } from './model-session.ts'
import type { ChatMessage } from './open-model.ts'

/** The requested object. */
export interface ReplyFormat<T> {
  readonly jsonSchema: object
  /** An object with any of these keys is a candidate. */
  readonly keys: readonly string[]
  /** Parses an object, or explains to the model in one line what is wrong with it. */
  read(found: Record<string, unknown>): Reading<T>
}

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: string }

/** The object, or that the model (or its provider's filter) declined. */
type StructuredReply<T> = { readonly usage: Usage } & (
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'declined' }
)

const REPLY_LENGTH_MAX = 100_000
/** Of an invalid reply, in the correction turn. */
const SHOWN_LENGTH_MAX = 4_000
/** Of a reply that was cut off: it needs no correction, and a full window needs the room. */
const SHOWN_CUT_LENGTH_MAX = 200
/** Maximum of candidate objects in a reply. */
const OBJECTS_MAX = 50

/**
 * Asks for one JSON object: streamed, parsed and validated here. LangChain's structured output is not used: it throws
 * untyped errors on all but perfect replies, and loses their tokens.
 *
 * | what the server does                                          | result                                        |
 * |---------------------------------------------------------------|-----------------------------------------------|
 * | JSON in fences, prose, `<think>` or a tool call; curly quotes | used as if it were plain                      |
 * | no role, no `finish_reason`, no stream, wrong content type    | used as if it were right                      |
 * | no token counts                                               | estimated from lengths, and marked so         |
 * | wrong enum, missing field, prose, empty, cut by a limit       | one correction turn that shows what is wrong; |
 * |                                                               | then `model_failed`, final                    |
 * | a refusal of its own, or of its provider's content filter     | reported as such: no correction, no retry     |
 * | 400, 415, 422, 501 to reply format or stream options          | repeated without them, and remembered         |
 * | 429; 503 with `Retry-After`                                   | `model_failed`, transient, with `retryAfterS` |
 * | 408, 5xx, connection refused or reset, half a stream          | `model_failed`, transient                     |
 * | silence before headers or text, a trickle without end         | `model_failed`, transient, at the deadline    |
 * | silence inside the text                                       | `model_failed`, transient, at the idle limit  |
 * | a redirect: its target would get the prompt                   | `model_failed`, final                         |
 * | 401, 403, 404, other 4xx, quota used up, context too long     | `model_failed`, final                         |
 *
 * Every call counts in `usage`, on failure in the problem's usage.
 *
 * @param spent usage of earlier calls, to be added
 * @throws Problem `model_failed`
 */
export const structuredCall = async <T>(
  session: ModelSession,
  messages: readonly ChatMessage[],
  format: ReplyFormat<T>,
  spent?: Usage,
): Promise<StructuredReply<T>> => {
  let asked = messages
  let usage = spent
  for (let correction = false; ; correction = true) {
    const reply = await session.ask(asked, { jsonSchema: format.jsonSchema, lengthMax: REPLY_LENGTH_MAX, spent: usage })
    const tokens = reply.usage.estimated ? undefined : reply.usage.outputTokens - (usage?.outputTokens ?? 0)
    usage = reply.usage
    if (reply.finish === 'declined') return { kind: 'declined', usage }
    const judged = judge(reply, format)
    if (judged.ok) return { kind: 'value', value: judged.value, usage }
    // A broken stream that cannot be parsed is not the model's mistake, so a correction turn would be wrong.
    if (reply.finish === 'cut') throw modelFailure(new StreamCut('no end of the stream'), usage)
    if (correction) {
      const cause = reply.finish === 'length' ? new ReplyCut(judged.issues, tokens) : new Error(judged.issues)
      throw new Problem('model_failed', { transient: false, retryable: true, usage, cause })
    }
    asked = [...messages, ...correctionTurn(reply, judged.issues)]
  }
}

const judge = <T>(reply: Pick<ChatReply, 'text' | 'finish'>, format: ReplyFormat<T>): Reading<T> => {
  const found = findJson(reply.text, format.keys)
  const readings = found.slice(-OBJECTS_MAX).map((object) => format.read(object))
  // Models that reason in the text show drafts first, so the last one counts.
  const reading = readings.findLast(({ ok }) => ok) ?? readings.at(-1)
  if (reading !== undefined) return reading
  const cut = reply.finish === 'length' ? 'It was cut off by the length limit: be much shorter.' : ''
  return { ok: false, issues: `There is no complete JSON object with the key "${format.keys[0]}". ${cut}`.trim() }
}

const correctionTurn = (reply: Pick<ChatReply, 'text' | 'finish'>, issues: string): ChatMessage[] => [
  {
    role: 'assistant',
    // Some servers reject an empty turn.
    content: reply.text.slice(0, reply.finish === 'length' ? SHOWN_CUT_LENGTH_MAX : SHOWN_LENGTH_MAX) || '(empty)',
  },
  {
    role: 'user',
    content: `That could not be used. ${issues}\nSend the corrected JSON object alone, without anything around it.`,
  },
]
