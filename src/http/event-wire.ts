import type { Failure } from '../ask/rules/answer.ts'
import type { Language } from '../ask/rules/language.ts'
import { guardedData } from '../ask/rules/receipt-data.ts'
import type { TurnEvent, TurnEventBody } from '../ask/rules/turn-event.ts'
import { problemRow } from '../platform/problems/problem.ts'
import type { AnswerReader } from './answer-reader.ts'
import { resultData } from './result-data.ts'
import { stageText, statusText } from './status-text.ts'

/** Encodes the events of one turn as server-sent events for one client. */
export interface EventWire {
  /** Of the response, beside those of every stream. */
  readonly headers?: Readonly<Record<string, string>>
  /** Updates the state for an event that the client already has. */
  skip(event: TurnEvent): void
  encode(event: TurnEvent): string
  /** An event that makes the client drop its text. It is not in the log, so it has no id and does not move the cursor. */
  reset(): string
  /** For clients that do not reconnect: sent if the stream ends before its turn. */
  interrupted?(): string
}

/** The data of an event as its reader receives it. `content` is its part of the answer's text. */
export type EventData = { readonly content: string; readonly [field: string]: unknown }

/** An event of a stream, before it is encoded. */
export interface EventFrame {
  /** Undefined for text. */
  readonly event: Exclude<TurnEventBody['type'], 'text'> | undefined
  /** Undefined if the event is not in the log. */
  readonly id?: string
  readonly data: EventData
}

/** The events of one turn as one reader receives them. */
export interface EventFrames {
  /** Updates the state for an event that the client already has. */
  skip(event: TurnEvent): void
  /** An event and what has to precede it; nothing if it is hidden from the reader. */
  of(event: TurnEvent): readonly EventFrame[]
  /** As `EventWire.reset`. */
  reset(): EventFrame
}

/**
 * Text chunks are the only unnamed events, and every payload has `content`: the `content` of all events since the last
 * `reset`, concatenated, is the answer. If a turn ends with a message that was not streamed, the text is added before
 * `done`.
 *
 * @param reader receives the events
 */
export const eventWire = (turnId: string, traceId: string, reader: AnswerReader): EventWire => {
  const frames = eventFrames(turnId, traceId, reader)
  return {
    skip: frames.skip,
    encode: (event) => frames.of(event).map(encodeFrame).join(''),
    reset: () => encodeFrame(frames.reset()),
  }
}

/** The events of a turn for every encoding. @param reader receives the events */
export const eventFrames = (turnId: string, traceId: string, reader: AnswerReader): EventFrames => {
  let attempt = 1
  let language: Language = 'en'
  let text = ''
  let pieces = reader.textInPieces()

  /** @returns what the reader receives of a piece of text */
  const trackState = (body: TurnEventBody): string => {
    if (body.type === 'start') language = body.language ?? 'en'
    if (body.type === 'reset') {
      attempt += 1
      text = ''
      pieces = reader.textInPieces()
    }
    if (body.type !== 'text') return ''
    text += body.content
    return pieces.push(body.content)
  }
  const reset = (): EventFrame => {
    trackState({ type: 'reset' })
    return { event: 'reset', data: { content: '', attempt } }
  }
  const missingText = (message: string): readonly EventFrame[] => {
    if (text === message) return []
    const dropped = text === '' ? [] : [reset()]
    text = message
    return [...dropped, { event: undefined, data: { content: reader.text(message) } }]
  }

  return {
    skip: ({ body }) => void trackState(body),
    of({ seq, body }) {
      const content = trackState(body)
      if (isHidden(body, reader)) return []
      const before = body.type === 'done' ? missingText(body.message) : []
      const id = `${turnId}.${seq}`
      if (body.type === 'text') return [{ event: undefined, id, data: { content } }]
      const rest = body.type === 'done' ? pieces.end() : ''
      const data = { content: rest, ...payload(body, { turnId, traceId, attempt, language, reader }) }
      return [...before, { event: body.type, id, data }]
    },
    reset,
  }
}

const isHidden = (body: TurnEventBody, { discloses }: AnswerReader): boolean =>
  (body.type === 'query' && !discloses.queries) ||
  (body.type === 'status' && body.thinking !== undefined && !discloses.reasoning)

type Payload = { readonly [field: string]: unknown }

interface EventContext {
  readonly turnId: string
  readonly traceId: string
  readonly attempt: number
  readonly language: Language
  readonly reader: AnswerReader
}

const payload = (
  body: Exclude<TurnEventBody, { type: 'text' }>,
  { turnId, traceId, attempt, language, reader }: EventContext,
): Payload => {
  switch (body.type) {
    case 'start':
      return { turn_id: turnId, conversation_id: body.conversationId, message_id: body.messageId, attempt }
    case 'status': {
      const { status, thinking } = body
      // Lookups contain names of the database.
      const { progress, reasoning } = reader.discloses
      const message = progress ? statusText(reasoning ? body : { status }, language) : stageText(status, language)
      return {
        status,
        message: reader.text(message),
        ...(thinking === undefined ? {} : { thinking: reader.text(thinking) }),
        attempt,
      }
    }
    case 'query': {
      const { queryId, language, dialect, statement, explanation, tables, guarded } = body
      const query = { query_id: queryId, language, dialect, statement, explanation, tables, attempt }
      return { ...query, receipt: guardedData(guarded) }
    }
    case 'results':
      return {
        query_id: body.queryId,
        ...(body.title === undefined ? {} : { title: reader.text(body.title) }),
        ...resultData(reader.result(body.result)),
        execution_time_ms: body.result.executionTimeMs,
      }
    case 'chart':
      return { query_id: body.queryId, ...reader.chart(body.chart) }
    case 'suggestions':
      return { suggestions: reader.texts(body.suggestions) }
    case 'choices':
      return { choices: reader.choices(body.choices) }
    case 'warning':
      return { code: body.code, message: body.message }
    case 'reset':
      return { attempt }
    case 'done':
      return {
        message: reader.text(body.message),
        message_id: body.messageId,
        conversation_id: body.conversationId,
        session_id: body.sessionId,
        sources: reader.sources(body.sources),
        query_type: body.queryType,
        execution_time_ms: body.executionTimeMs,
        finish_reason: body.finishReason,
        ...(reader.discloses.assumptions && body.assumptions !== undefined && body.assumptions.length > 0
          ? { assumptions: reader.texts(body.assumptions) }
          : {}),
        ...(body.choices === undefined ? {} : { choices: reader.choices(body.choices) }),
      }
    case 'error':
      return errorPayload(reader.failure(body), { turnId, traceId })
  }
}

const errorPayload = (
  { problem, message, ...retry }: Failure,
  { turnId, traceId }: { readonly turnId: string; readonly traceId: string },
): Payload => {
  const { errorCode, code, status, ...known } = problemRow(problem)
  const { retryable = false, retryAfterS } = { ...known, ...retry }
  return {
    problem,
    error_code: errorCode,
    code,
    message,
    status_code: status,
    retryable,
    ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }),
    trace_id: traceId,
    turn_id: turnId,
  }
}

/** JSON escapes line breaks, so `data` is always one line. */
const encodeFrame = ({ event, id, data }: EventFrame): string =>
  `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
