import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { lineOf } from '../domain/problem.ts'

/** A question to a running service. */
export interface AskRequest {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly question: string
  readonly conversationId?: string | undefined
  readonly databaseId?: string | undefined
  readonly personalityId?: string | undefined
}

export interface FollowedEvent {
  /** As the API names them; `text` for chunks of the answer, `reconnecting` when the connection was lost. */
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The question has no answer, for a reason to be shown. */
export class AskFailed extends Error {
  override readonly name = 'AskFailed'
}

/** Above this a question does not fit into an address everywhere on its way. */
const ADDRESS_MESSAGE_MAX = 2_000
const RETRY_MS = 1_000
const RETRY_MAX_MS = 5_000
/** Tries without progress before giving up. */
const RETRIES_MAX = 8
const RETRYABLE = [429, 502, 503, 504]

/**
 * Asks, and gives the turn's events up to `done` or `error`. A lost connection is resumed where it was cut.
 * @throws AskFailed
 */
export async function* followTurn(request: AskRequest): AsyncGenerator<FollowedEvent> {
  const idempotencyKey = randomUUID()
  let cursor: string | undefined
  let retryMs = RETRY_MS
  for (let failures = 0; failures < RETRIES_MAX; failures++) {
    if (failures > 0) {
      yield { name: 'reconnecting', data: {} }
      await delay(Math.min(retryMs, RETRY_MAX_MS))
    }
    const response = await connect(request, { cursor, idempotencyKey })
    if (response === undefined) continue
    if (cursor !== undefined && RETRYABLE.includes(response.status)) continue
    if (!response.ok) throw await refusal(response)
    if (response.status === 204) throw new AskFailed('The answer can no longer be read from here.')
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      yield* eventsOfAnswer(await response.json().catch(() => undefined))
      return
    }
    const onRetry = (ms: number) => {
      retryMs = ms
    }
    for await (const { id, ...event } of eventsOf(response, onRetry)) {
      failures = 0
      cursor = id ?? cursor
      yield event
      if (event.name === 'done' || event.name === 'error') return
    }
  }
  throw new AskFailed('The connection was lost and could not be resumed. The answer will be in the conversation.')
}

interface Position {
  readonly cursor: string | undefined
  readonly idempotencyKey: string
}

/** Undefined: no answer this time, although the service was there before. */
const connect = async (request: AskRequest, { cursor, idempotencyKey }: Position): Promise<Response | undefined> => {
  const { baseUrl, question, conversationId = 'new', databaseId, personalityId } = request
  const chat = `${baseUrl}/api/v1/chat/${encodeURIComponent(conversationId)}`
  const headers = { ...request.headers, Accept: 'text/event-stream, application/json;q=0.9' }
  const about = {
    ...(databaseId === undefined ? {} : { database_id: databaseId }),
    ...(personalityId === undefined ? {} : { personality_id: personalityId }),
  }
  try {
    if (cursor !== undefined) return await fetch(`${chat}/stream`, { headers: { ...headers, 'Last-Event-ID': cursor } })
    const asking = { ...headers, 'Idempotency-Key': idempotencyKey }
    if (question.length <= ADDRESS_MESSAGE_MAX)
      return await fetch(`${chat}/stream?${new URLSearchParams({ message: question, ...about })}`, {
        headers: asking,
      })
    return await fetch(`${chat}/message`, {
      method: 'POST',
      headers: { ...asking, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: question, ...about }),
    })
  } catch (error) {
    if (cursor !== undefined) return undefined
    throw new AskFailed(`Nothing answers at ${baseUrl}. Start Tabletalk with: npm start`, { cause: error })
  }
}

async function* eventsOf(
  response: Response,
  onRetry: (ms: number) => void,
): AsyncGenerator<FollowedEvent & { readonly id: string | undefined }> {
  if (response.body === null) return
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry }))
  const reader = events.getReader()
  try {
    for (;;) {
      const read = await reader.read().catch(() => undefined)
      if (read === undefined || read.done) return
      const { event: name = 'text', id, data } = read.value
      yield { name, id, data: Payload.parse(JSON.parse(data)) }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const Payload = z.record(z.string(), z.unknown())

const Refusal = z.object({
  message: z.string(),
  error_code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).catch([]),
})

const refusal = async (response: Response): Promise<AskFailed> => {
  const parsed = Refusal.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) return new AskFailed(`The service answered with status ${response.status}.`)
  const { message, error_code, details } = parsed.data
  const lines = details
    .filter((detail) => detail.message !== message && lineOf(detail) !== message)
    .map((detail) => `  ${lineOf(detail)}`)
  const wait = response.headers.get('retry-after')
  const again = wait === null ? '' : ` Try again in ${wait} s.`
  return new AskFailed([`${message}${again} (${error_code})`, ...lines].join('\n'))
}

const Answer = z.object({
  data: z.looseObject({
    message: z.string(),
    results: z.array(Payload).catch([]),
    columns: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
    truncated: z.boolean().catch(false),
    suggestions: z.array(z.string()).catch([]),
  }),
})

/** A whole answer, as the events that it would have been. */
function* eventsOfAnswer(json: unknown): Generator<FollowedEvent> {
  const parsed = Answer.safeParse(json)
  if (!parsed.success) throw new AskFailed('The service sent an answer that this version does not understand.')
  const { results, columns, truncated, suggestions, ...done } = parsed.data.data
  const named = columns ?? Object.entries(results[0] ?? {}).map(([name, value]) => ({ name, type: typeof value }))
  if (named.length > 0)
    yield { name: 'results', data: { columns: named, rows: results, row_count: results.length, truncated } }
  yield { name: 'text', data: { content: done.message } }
  if (suggestions.length > 0) yield { name: 'suggestions', data: { suggestions } }
  yield { name: 'done', data: done }
}
