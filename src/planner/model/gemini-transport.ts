import { eventsOf } from './completion-events.ts'
import { isRecord } from './is-record.ts'

/** Target and credentials of requests. */
interface GeminiAccess {
  /** Prefixed with `models/…` unless it has a path. */
  readonly model: string
  readonly url: string
  readonly apiKey: string
  readonly fetch: typeof fetch
}

/**
 * Replaces Google's own client inside LangChain's, which takes no `fetch` (it would follow a redirect with the prompt),
 * drops errors, refusals and candidates without content from a stream, and leaves thoughts out of the tokens. LangChain
 * still converts messages and chunks.
 */
export const geminiTransport = ({ model, url, apiKey, fetch }: GeminiAccess) => ({
  /** Read by LangChain for its traces. */
  generationConfig: {},
  async generateContentStream(request: object): Promise<{ readonly stream: AsyncIterable<object> }> {
    const path = model.includes('/') ? model : `models/${model}`
    const response = await fetch(`${url.replace(/\/+$/, '')}/v1beta/${path}:streamGenerateContent?alt=sse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
      body: JSON.stringify(request),
    })
    if (!response.ok) throw failureOf(await response.text(), response)
    return { stream: chunksOf(response.body ?? ReadableStream.from([])) }
  },
})

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<object> {
  let usage: Record<string, unknown> | undefined
  for await (const { data } of eventsOf(body)) {
    const event = parsed(data)
    if (event.error !== undefined) throw failureOf(data)
    // Each event reports all tokens so far: the last one counts.
    if (isRecord(event.usageMetadata)) usage = event.usageMetadata
    yield { candidates: [candidateOf(event)] }
  }
  if (usage === undefined) return
  const thoughts = count(usage.thoughtsTokenCount)
  yield {
    candidates: [{ index: 0, content: EMPTY }],
    usageMetadata: { ...usage, candidatesTokenCount: count(usage.candidatesTokenCount) + thoughts },
  }
}

const EMPTY = { role: 'model', parts: [] }

/** A refused prompt has no candidate, and a refused candidate no content: LangChain would drop both. */
const candidateOf = ({ candidates, promptFeedback }: Record<string, unknown>): object => {
  const first: unknown = Array.isArray(candidates) ? candidates[0] : undefined
  if (isRecord(first)) return { ...first, content: isRecord(first.content) ? { ...EMPTY, ...first.content } : EMPTY }
  const isBlocked = isRecord(promptFeedback) && promptFeedback.blockReason !== undefined
  return { index: 0, content: EMPTY, ...(isBlocked ? { finishReason: 'SAFETY' } : {}) }
}

/** With what the classification needs: its status, headers and the provider's message. */
const failureOf = (text: string, response?: Response): Error => {
  const { error } = parsed(text)
  const { code, status } = isRecord(error) ? error : {}
  return Object.assign(new Error(text), {
    status: response?.status ?? (typeof code === 'number' ? code : undefined),
    code: status,
    ...(response === undefined ? {} : { headers: response.headers }),
  })
}

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
