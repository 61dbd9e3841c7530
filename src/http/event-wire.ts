import type { Failure } from '../ask/rules/answer.ts'
import type { Language } from '../ask/rules/language.ts'
import { guardedData } from '../ask/rules/receipt-data.ts'
import type { TurnEvent, TurnEventBody } from '../ask/rules/turn-event.ts'
import { problemRow } from '../platform/problems/problem.ts'
import { resultData } from './result-data.ts'
import { statusText } from './status-text.ts'

/** Encodes the events of one turn as server-sent events for one client. */
export interface EventWire {
  /** Updates the state for an event that the client already has. */
  skip(event: TurnEvent): void
  encode(event: TurnEvent): string
  /** An event that makes the client drop its text. It is not in the log, so it has no id and does not move the cursor. */
  reset(): string
}

type Payload = { readonly [field: string]: unknown }

/**
 * Text chunks are the only unnamed events, and every payload has `content`: the `content` of all events since the last
 * `reset`, concatenated, is the answer. If a turn ends with a message that was not streamed, the text is added before
 * `done`.
 *
 * @param showsWork false: without queries, the thinking of a model, and what it looks up
 */
export const eventWire = (
  turnId: string,
  traceId: string,
  { showsWork }: { readonly showsWork: boolean },
): EventWire => {
  let attempt = 1
  let language: Language = 'en'
  let text = ''

  const trackState = (body: TurnEventBody): void => {
    if (body.type === 'start') language = body.language ?? 'en'
    if (body.type === 'text') text += body.content
    if (body.type === 'reset') {
      attempt += 1
      text = ''
    }
  }
  const reset = (): string => {
    trackState({ type: 'reset' })
    return encodeFrame({ event: 'reset', data: { content: '', attempt } })
  }
  const encodeMissingText = (message: string): string => {
    if (text === message) return ''
    const dropped = text === '' ? '' : reset()
    text = message
    return dropped + encodeFrame({ data: { content: message } })
  }

  return {
    skip: ({ body }) => trackState(body),
    encode({ seq, body }) {
      trackState(body)
      if (isInternal(body) && !showsWork) return ''
      const before = body.type === 'done' ? encodeMissingText(body.message) : ''
      const id = `${turnId}.${seq}`
      if (body.type === 'text') return encodeFrame({ id, data: { content: body.content } })
      return (
        before +
        encodeFrame({
          event: body.type,
          id,
          data: { content: '', ...payload(body, { turnId, traceId, attempt, language, showsWork }) },
        })
      )
    },
    reset,
  }
}

/** Whether an event is shown to organization keys and users only. */
const isInternal = (body: TurnEventBody): boolean =>
  body.type === 'query' || (body.type === 'status' && body.thinking !== undefined)

interface EventContext {
  readonly turnId: string
  readonly traceId: string
  readonly attempt: number
  readonly language: Language
  readonly showsWork: boolean
}

const payload = (
  body: Exclude<TurnEventBody, { type: 'text' }>,
  { turnId, traceId, attempt, language, showsWork }: EventContext,
): Payload => {
  switch (body.type) {
    case 'start':
      return { turn_id: turnId, conversation_id: body.conversationId, message_id: body.messageId, attempt }
    case 'status': {
      const { status, thinking } = body
      // Lookups contain names of the database.
      const message = statusText(showsWork ? body : { status }, language)
      return { status, message, ...(thinking === undefined ? {} : { thinking }), attempt }
    }
    case 'query': {
      const { queryId, language, dialect, statement, explanation, tables, guarded } = body
      const query = { query_id: queryId, language, dialect, statement, explanation, tables, attempt }
      return { ...query, receipt: guardedData(guarded) }
    }
    case 'results':
      return {
        query_id: body.queryId,
        ...(body.title === undefined ? {} : { title: body.title }),
        ...resultData(body.result),
        execution_time_ms: body.result.executionTimeMs,
      }
    case 'chart':
      return { query_id: body.queryId, ...body.chart }
    case 'suggestions':
      return { suggestions: body.suggestions }
    case 'choices':
      return { choices: body.choices }
    case 'warning':
      return { code: body.code, message: body.message }
    case 'reset':
      return { attempt }
    case 'done':
      return {
        message: body.message,
        message_id: body.messageId,
        conversation_id: body.conversationId,
        session_id: body.sessionId,
        sources: body.sources,
        query_type: body.queryType,
        execution_time_ms: body.executionTimeMs,
        finish_reason: body.finishReason,
        ...(body.assumptions === undefined || body.assumptions.length === 0 ? {} : { assumptions: body.assumptions }),
        ...(body.choices === undefined ? {} : { choices: body.choices }),
      }
    case 'error':
      return errorPayload(body, { turnId, traceId })
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
const encodeFrame = ({
  event,
  id,
  data,
}: {
  readonly event?: string
  readonly id?: string
  readonly data: Payload
}): string =>
  `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
