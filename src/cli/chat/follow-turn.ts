import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { CommandFailed } from '../command-failed.ts'
import { notUnderstood, refusal, unreachable } from './call-api.ts'
import type { ChatTarget } from './chat-target.ts'

/** A question to a running service. */
export interface AskRequest {
  readonly target: Pick<ChatTarget, 'baseUrl' | 'advice' | 'headers'>
  readonly question: string
  readonly conversationId?: string | undefined
  readonly databaseId?: string | undefined
  readonly personalityId?: string | undefined
  /** Ends the reading, wherever it is. */
  readonly hangUp?: AbortSignal | undefined
}

export interface FollowedEvent {
  /** As the API names them; `text` for chunks of the answer, `reconnecting` when the connection was lost. */
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Above this a question does not fit into an address everywhere on its way. */
const ADDRESS_MESSAGE_MAX = 2_000
const RETRY_MS = 1_000
const RETRY_MAX_MS = 5_000
/** Tries without progress before giving up. */
const RETRIES_MAX = 8
const RETRYABLE = [429, 502, 503, 504]
/** A stream says something every 15 s: one that was silent for so long is lost. */
const SILENT_MS_MAX = 60_000

/**
 * Asks, and gives the turn's events up to `done` or `error`. A lost connection is resumed where it was cut.
 * @throws CommandFailed
 */
export async function* followTurn(request: AskRequest): AsyncGenerator<FollowedEvent> {
  const { baseUrl } = request.target
  const idempotencyKey = randomUUID()
  let cursor: string | undefined
  let retryMs = RETRY_MS
  for (let failures = 0; failures < RETRIES_MAX; failures++) {
    if (failures > 0) {
      yield { name: 'reconnecting', data: {} }
      const { hangUp: signal } = request
      await delay(Math.min(retryMs, RETRY_MAX_MS), undefined, { signal }).catch(() => undefined)
    }
    if (request.hangUp?.aborted === true) return
    const line = new Line(request.hangUp)
    try {
      const response = await connect(request, { cursor, idempotencyKey, line })
      if (response === undefined) continue
      if (cursor !== undefined && RETRYABLE.includes(response.status)) continue
      if (!response.ok) throw await refusal(response, baseUrl)
      if (response.status === 204) throw new CommandFailed('The stream of this answer is no longer available.')
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        yield* eventsOfAnswer(response, baseUrl)
        return
      }
      const onRetry = (ms: number) => {
        retryMs = ms
      }
      for await (const { id, ...event } of eventsOf(response, { baseUrl, line, onRetry })) {
        failures = 0
        cursor = id ?? cursor
        yield event
        if (event.name === 'done' || event.name === 'error') return
      }
    } finally {
      line.end()
    }
  }
  throw new CommandFailed(
    `The connection to ${baseUrl} was lost and could not be resumed. The answer will appear in the conversation.`,
  )
}

/** A connection that ends when its reader hangs up, or when nothing has come for too long. */
class Line {
  readonly signal: AbortSignal
  readonly #silent = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(hangUp: AbortSignal | undefined) {
    this.signal = AbortSignal.any([this.#silent.signal, ...(hangUp === undefined ? [] : [hangUp])])
  }

  /** Something came, or is about to. */
  heard(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#silent.abort(new DOMException('silent', 'TimeoutError')), SILENT_MS_MAX)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

interface Position {
  readonly cursor: string | undefined
  readonly idempotencyKey: string
  readonly line: Line
}

/** Undefined: no answer this time, although the service was there before. */
const connect = async (
  request: AskRequest,
  { cursor, idempotencyKey, line }: Position,
): Promise<Response | undefined> => {
  const { target, question, conversationId = 'new', databaseId, personalityId } = request
  const chat = `${target.baseUrl}/api/v1/chat/${encodeURIComponent(conversationId)}`
  const headers = { ...target.headers, Accept: 'text/event-stream, application/json;q=0.9' }
  const { signal } = line
  const about = {
    ...(databaseId === undefined ? {} : { database_id: databaseId }),
    ...(personalityId === undefined ? {} : { personality_id: personalityId }),
  }
  try {
    if (cursor !== undefined) {
      line.heard()
      return await fetch(`${chat}/stream`, { headers: { ...headers, 'Last-Event-ID': cursor }, signal })
    }
    const asking = { ...headers, 'Idempotency-Key': idempotencyKey }
    if (question.length <= ADDRESS_MESSAGE_MAX) {
      line.heard()
      const query = new URLSearchParams({ message: question, ...about })
      return await fetch(`${chat}/stream?${query}`, { headers: asking, signal })
    }
    return await fetch(`${chat}/message`, {
      method: 'POST',
      headers: { ...asking, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: question, ...about }),
      signal,
    })
  } catch (error) {
    if (cursor !== undefined || request.hangUp?.aborted === true) return undefined
    throw unreachable(target, error)
  }
}

interface Reading {
  readonly baseUrl: string
  readonly line: Line
  readonly onRetry: (ms: number) => void
}

async function* eventsOf(
  response: Response,
  { baseUrl, line, onRetry }: Reading,
): AsyncGenerator<FollowedEvent & { readonly id: string | undefined }> {
  if (response.body === null) return
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      line.heard()
      controller.enqueue(chunk)
    },
  })
  const events = response.body
    .pipeThrough(heard)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry }))
  const reader = events.getReader()
  try {
    for (;;) {
      const read = await reader.read().catch(() => undefined)
      if (read === undefined || read.done) return
      const { event: name = 'text', id, data } = read.value
      const payload = Payload.safeParse(parsedOrNot(data))
      if (!payload.success) throw notUnderstood(response, baseUrl)
      yield { name, id, data: payload.data }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const Payload = z.record(z.string(), z.unknown())

const parsedOrNot = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Answer = z.object({
  data: z.looseObject({
    message: z.string(),
    results: z.array(Payload).catch([]),
    columns: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
    truncated: z.boolean().catch(false),
    shortened: z.array(z.unknown()).optional(),
    suggestions: z.array(z.string()).catch([]),
    choices: z.array(Payload).catch([]),
    parts: z.array(Payload).catch([]),
  }),
})

/** A whole answer, as the events that it would have been. */
async function* eventsOfAnswer(response: Response, baseUrl: string): AsyncGenerator<FollowedEvent> {
  const parsed = Answer.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw notUnderstood(response, baseUrl)
  const { results, columns, truncated, shortened, suggestions, choices, parts, ...done } = parsed.data.data
  const named = columns ?? Object.entries(results[0] ?? {}).map(([name, value]) => ({ name, type: typeof value }))
  if (named.length > 0)
    yield {
      name: 'results',
      data: {
        ...{ columns: named, rows: results, row_count: results.length, truncated },
        ...(shortened === undefined ? {} : { shortened }),
      },
    }
  for (const part of parts) yield { name: 'results', data: part }
  yield { name: 'text', data: { content: done.message } }
  if (suggestions.length > 0) yield { name: 'suggestions', data: { suggestions } }
  if (choices.length > 0) yield { name: 'choices', data: { choices } }
  yield { name: 'done', data: done }
}
