import { assistantMessageId } from '../../ask/rules/history/message.ts'
import type { TurnEvent } from '../../ask/rules/turn-event.ts'
import type { AnswerReader } from '../answer-reader.ts'
import { type EventData, type EventFrame, eventFrames } from '../event-wire.ts'
import type { WireOf } from '../follow-turn.ts'
import { type UiChunk, uiMessageSteps } from './ui-message-steps.ts'

/** What a page learns of an answer beside its parts. */
const METADATA = ['session_id', 'query_type', 'execution_time_ms', 'assumptions']
/** The same of a failed turn; `error` has only its text. */
const FAILURE_METADATA = ['problem', 'error_code', 'retryable', 'retry_after', 'trace_id']

/** A table of the database has no registered media type, and sources need one. */
const TABLE_TYPE = 'application/x-table'

/**
 * Encodes the events of a turn as a UI message stream of the AI SDK, version 1. Only a turn that has ended has a
 * `finish`: a stream without one was cut off.
 */
export const uiMessageWire: WireOf = (turnId, traceId, reader) => {
  const frames = eventFrames(turnId, traceId, reader)
  const steps = uiMessageSteps(assistantMessageId(turnId), turnId)
  const chunksOf = (frame: EventFrame, { body }: TurnEvent): readonly UiChunk[] => {
    const { event, data } = frame
    switch (event) {
      case undefined:
        return steps.text(data.content)
      case 'start':
        return body.type === 'start' ? steps.start({ conversation_id: body.conversationId }) : []
      case 'reset':
        return steps.reset()
      case 'status':
        return body.type === 'status' && body.thinking !== undefined
          ? steps.reasoning(reader.text(body.thinking))
          : steps.transient({ type: 'data-status', data: fieldsOf(data) })
      case 'query':
        return steps.data(dataPart('receipt', data, data.query_id))
      case 'results':
        return steps.data(dataPart('table', data, data.query_id))
      case 'chart':
        return steps.data(dataPart('chart', data, data.query_id))
      case 'warning':
        return steps.data(dataPart('warning', data, data.code))
      case 'suggestions':
      case 'choices':
        return steps.data({ type: `data-${event}`, id: turnId, data: data[event] })
      default:
        return [...steps.text(data.content), ...endOf(body, data, reader, steps.end)]
    }
  }
  const encode = (chunks: readonly UiChunk[]): string =>
    chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')

  return {
    headers: { 'X-Vercel-AI-UI-Message-Stream': 'v1' },
    skip: frames.skip,
    encode(event) {
      const chunks = frames.of(event).flatMap((frame) => chunksOf(frame, event))
      const isEnd = event.body.type === 'done' || event.body.type === 'error'
      return encode(chunks) + (isEnd ? 'data: [DONE]\n\n' : '')
    },
    reset() {
      frames.reset()
      return encode(steps.reset())
    },
  }
}

const endOf = (
  body: TurnEvent['body'],
  data: EventData,
  reader: AnswerReader,
  end: (finishReason: string, ...before: readonly UiChunk[]) => readonly UiChunk[],
): readonly UiChunk[] => {
  if (body.type === 'done') {
    const sources = reader.sources(body.sources)
    return end('stop', ...sources.map(sourceOf), { type: 'message-metadata', messageMetadata: picked(data, METADATA) })
  }
  if (body.type !== 'error') return []
  const { problem, message } = reader.failure(body)
  const metadata = { type: 'message-metadata', messageMetadata: picked(data, FAILURE_METADATA) }
  // `useChat` reads nothing after an error.
  return problem === 'turn_cancelled'
    ? end('other', metadata, { type: 'abort', reason: message })
    : end('error', metadata, { type: 'error', errorText: message })
}

const sourceOf = (title: string): UiChunk => ({
  type: 'source-document',
  sourceId: title,
  mediaType: TABLE_TYPE,
  title,
})

const dataPart = (name: string, data: EventData, id: unknown): UiChunk => ({
  type: `data-${name}`,
  id: String(id),
  data: fieldsOf(data),
})

const fieldsOf = ({ content: _, attempt: __, ...fields }: EventData): Omit<EventData, 'content'> => fields

const picked = (data: EventData, keys: readonly string[]): { readonly [key: string]: unknown } =>
  Object.fromEntries(Object.entries(data).filter(([key]) => keys.includes(key)))
