import { createParser } from 'eventsource-parser'
import { randomId } from './random-id.ts'
import type { components, paths } from './schema.ts'
import { enveloped, errorOf, isObject, TabletalkError, unreadable } from './tabletalk-error.ts'
import { pause, pauseMs, type Transport, unreached } from './transport.ts'
import { addressOf, type OrUndefined } from './typed-call.ts'
import { eventsOfAnswer, isAnswer } from './whole-answer.ts'

type StreamEvent = components['schemas']['StreamEvent']

/** An event of an answer, with the text of the answer so far; a `reset` event clears the text. */
export type StreamedEvent = StreamEvent & { readonly text: string }

type Query = NonNullable<paths['/api/v1/chat/{conversation_id}/stream']['get']['parameters']['query']>

/** A question whose answer is streamed; without `conversation_id`, it starts a conversation. */
export type StreamQuestion = OrUndefined<Omit<Query, 'message' | 'last_event_id' | 'idempotency_key' | 'ticket'>> & {
  readonly message: string
  readonly conversation_id?: string | undefined
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined
  /** The maximum number of consecutive reconnection attempts; default: `retries`. */
  readonly reconnects?: number | undefined
  /** Milliseconds before each attempt; default: exponential backoff. */
  readonly reconnectMs?: number | undefined
  /** Milliseconds without any data after which a connection counts as lost; default: 60,000. */
  readonly silentMs?: number | undefined
  /** Called with the error of each lost connection, before reconnecting. */
  readonly onLost?: ((error: TabletalkError) => void) | undefined
}

export interface StreamOptions extends FollowOptions {
  /** Requests with the same key are the same question; default: a generated key. */
  readonly idempotencyKey?: string | undefined
}

/** A running or ended turn, and the last event that was read; `<turn_id>.0` means before the first event. */
export interface FollowedTurn {
  readonly conversation_id: string
  readonly last_event_id: string
}

const RETRY_MS = 2_000
const RETRY_MAX_MS = 10_000
/** A stream sends data every 15 s: a connection without any for so long is lost. */
const SILENT_MS = 60_000
/** A longer question may exceed the URL length limit of a server on the way. */
const ADDRESS_MESSAGE_MAX = 2_000

/**
 * Asks a question and yields every event of the answer exactly once. A lost connection is reopened and resumed after
 * the last event, by any process of the service. Ends after `done` or `error`.
 *
 * @throws TabletalkError if the question is refused or reconnecting fails; the signal's reason
 */
export const streamAnswer = (
  transport: Transport,
  { conversation_id: conversation = 'new', ...question }: StreamQuestion,
  { idempotencyKey = randomId(), ...options }: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> =>
  eventsFrom(transport, { conversation, question, idempotencyKey }, options)

/**
 * Yields the events of a turn after a given event, like `streamAnswer`, without asking a question.
 *
 * @throws TabletalkError with status 204 if the turn has ended and all its events were read, or the service no longer has them
 */
export const followAnswer = (
  transport: Transport,
  { conversation_id: conversation, last_event_id: lastEventId }: FollowedTurn,
  options: FollowOptions,
): AsyncGenerator<StreamedEvent, void, undefined> => eventsFrom(transport, { conversation, lastEventId }, options)

interface Followed {
  readonly conversation: string
  readonly question?: Omit<StreamQuestion, 'conversation_id'>
  readonly idempotencyKey?: string
  readonly lastEventId?: string
}

/** The request for a question, or for the events after a given one. */
const requestFor = ({ conversation, question, idempotencyKey }: Followed, lastEventId: string | undefined) => {
  const headers = { Accept: 'text/event-stream', 'Idempotency-Key': idempotencyKey, 'Last-Event-ID': lastEventId }
  if (question === undefined || lastEventId !== undefined)
    return { method: 'GET', path: streamPath(conversation, {}), headers }
  if (question.message.length <= ADDRESS_MESSAGE_MAX)
    return { method: 'GET', path: streamPath(conversation, question), headers }
  const path = `/api/v1/chat/${encodeURIComponent(conversation)}/message`
  return { method: 'POST', path, headers, body: question }
}

async function* eventsFrom(
  transport: Transport,
  followed: Followed,
  { signal, reconnects = transport.retries, reconnectMs, silentMs = SILENT_MS, onLost }: FollowOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  let { lastEventId } = followed
  let text = ''
  let retryMs = RETRY_MS
  for (let failures = 0; ; failures++) {
    const silence = new Silence(silentMs, signal)
    let failed = new TabletalkError('The connection was lost.', {})
    try {
      const request = requestFor(followed, lastEventId)
      const response = await transport.open({ ...request, signal: silence.signal, repeatable: true })
      // Everything was delivered, or the service no longer has the events: the end of the answer never arrived.
      if (response.status === 204)
        throw new TabletalkError('The rest of the answer is no longer available.', { status: 204, code: 'GONE' })
      if (!response.ok) throw await errorOf(response)
      const onRetry = (ms: number) => {
        retryMs = ms
      }
      const isWhole = lastEventId === undefined && isOfType(response, 'application/json')
      for await (const event of isWhole ? wholeAnswer(response) : eventsOf(response, onRetry, silence)) {
        failures = 0
        lastEventId = event.id ?? lastEventId
        text = event.event === 'reset' ? '' : text + event.data.content
        yield { ...event, text }
        if (event.event === 'done' || event.event === 'error') return
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      failed = error instanceof TabletalkError ? error : unreached(error, signal)
    } finally {
      silence.end()
    }
    const again = [0, 429, 503].includes(failed.status) || (lastEventId !== undefined && GATEWAY.has(failed.status))
    const isLost = failed.status === 0
    const isUnreached = isLost || GATEWAY.has(failed.status)
    if (!again || failures >= (isLost || lastEventId !== undefined ? reconnects : transport.retries)) throw failed
    onLost?.(failed)
    const waitMs = isLost ? Math.min(RETRY_MAX_MS, retryMs * 2 ** failures) : pauseMs(failed, failures)
    await pause((isUnreached ? reconnectMs : undefined) ?? waitMs, signal)
  }
}

/** Responses of a proxy while no process of the service is available. */
const GATEWAY = new Set([502, 504])

/** Aborts a connection without data for too long, and with the signal of its reader. */
class Silence {
  readonly signal: AbortSignal
  readonly #ms: number
  readonly #late = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number, signal: AbortSignal | undefined) {
    this.#ms = ms
    this.signal = signal === undefined ? this.#late.signal : AbortSignal.any([signal, this.#late.signal])
    this.heard()
  }

  heard(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#late.abort(new DOMException('silent', 'TimeoutError')), this.#ms)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** The path of a stream, relative to the base URL. */
const streamPath = (conversation: string, asked: Readonly<Record<string, unknown>>): string =>
  addressOf('/api/v1/chat/{conversation}/stream', { conversation }, asked)

/**
 * A URL that a browser's EventSource can open without a key, once and within 60 seconds. After a lost connection, the browser
 * reconnects to the same answer.
 *
 * @throws TabletalkError
 */
export const ticketedAddress = async (
  transport: Transport,
  { conversation_id: conversation = 'new', ...question }: StreamQuestion,
  { signal, idempotencyKey = randomId() }: StreamOptions,
): Promise<string> => {
  const { database_id } = question
  const response = await transport.send({
    method: 'POST',
    path: '/api/v1/chat/stream-tickets',
    headers: { 'Idempotency-Key': idempotencyKey },
    body: { conversation_id: conversation, database_id },
    signal,
    repeatable: true,
  })
  const { data } = await enveloped<{ readonly data: components['schemas']['StreamTicket'] }>(response, isTicket)
  return transport.address(streamPath(data.conversation_id, { ...question, ticket: data.ticket }))
}

const isTicket = ({ ticket, conversation_id }: Readonly<Record<string, unknown>>): boolean =>
  typeof ticket === 'string' && typeof conversation_id === 'string'

const isOfType = (response: Response, type: string): boolean =>
  response.headers.get('Content-Type')?.startsWith(type) === true

/** The events of an answer that a service or a proxy sends as one JSON document; they have no ids. */
async function* wholeAnswer(response: Response): AsyncGenerator<StreamEvent> {
  const { data } = await enveloped<{ readonly data: Readonly<Record<string, unknown>> }>(response, isAnswer)
  for (const [name, fields] of eventsOfAnswer(data)) yield eventOf(response, name, undefined, JSON.stringify(fields))
}

async function* eventsOf(
  response: Response,
  onRetry: (ms: number) => void,
  silence: Silence,
): AsyncGenerator<StreamEvent> {
  if (!isOfType(response, 'text/event-stream')) throw unreadable(response)
  const waiting: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      waiting.push(eventOf(response, event, id, data))
    },
    onRetry,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const read = await reader?.read()
      if (read === undefined || read.done) return
      silence.heard()
      parser.feed(read.value)
      yield* waiting.splice(0)
    }
  } finally {
    // A reader that stops early cancels the body; a broken body has nothing to cancel.
    await reader?.cancel().catch(() => undefined)
  }
}

/** The data of an event as documented: an object with a `content`. */
const eventOf = (response: Response, event: string, id: string | undefined, data: string): StreamEvent => {
  const fields = parsedOrUndefined(data)
  if (!isObject(fields)) throw unreadable(response)
  const named = id === undefined ? '' : `,"id":${JSON.stringify(id)}`
  return JSON.parse(`{"event":${JSON.stringify(event)}${named},"data":${JSON.stringify({ content: '', ...fields })}}`)
}

const parsedOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
