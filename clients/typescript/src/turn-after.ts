import type { StreamedEvent } from './stream.ts'
import { type AnswerPart, retryTime, type TurnView } from './turn-view.ts'

/** Applies an event to a turn; idempotent, because events may be repeated. */
export const turnAfter = <Turn extends TurnView>(turn: Turn, event: StreamedEvent): Turn => {
  const next: Turn = { ...turn, text: event.text }
  switch (event.event) {
    case 'start': {
      const { turn_id: turnId, conversation_id: conversationId, message_id: messageId } = event.data
      const state = turn.state === 'stopping' ? 'stopping' : 'running'
      return { ...next, state, turnId, conversationId, messageId }
    }
    case 'status':
      return { ...next, stage: event.data.status }
    case 'query': {
      const { query_id, statement, receipt } = event.data
      return withPart(next, query_id, { receipt: { query: statement, ...receipt } })
    }
    case 'results': {
      const { query_id, title, columns, rows, row_count, truncated, execution_time_ms } = event.data
      const receipt = { ...partOf(next, query_id)?.receipt, row_count, truncated, execution_time_ms }
      const found = { columns, rows, rowCount: row_count, truncated }
      return withPart(next, query_id, { title, rows: found, rowCount: row_count, receipt })
    }
    case 'chart': {
      const { query_id, title, alt, type, alternatives } = event.data
      return withPart(next, query_id, { chart: { title, alt, type, alternatives } })
    }
    case 'suggestions':
      return { ...next, suggestions: event.data.suggestions }
    case 'choices':
      return { ...next, choices: event.data.choices }
    case 'warning':
      return { ...next, warnings: [...new Set([...next.warnings, event.data.message])] }
    case 'reset':
      // The text so far is void; executed queries stay.
      return { ...next, attempt: event.data.attempt, choices: [], suggestions: [] }
    case 'done': {
      const { finish_reason, execution_time_ms, assumptions = [], choices = [], sources, message_id } = event.data
      const state = finish_reason === 'cancelled' ? 'cancelled' : 'answered'
      const ended = { executionTimeMs: execution_time_ms, messageId: message_id, stage: undefined }
      return { ...next, ...ended, state, assumptions, choices, sources }
    }
    case 'error': {
      const { problem, error_code: code, message, retry_after, trace_id: traceId } = event.data
      if (problem === 'turn_cancelled') return { ...next, state: 'cancelled', stage: undefined }
      const failure = { problem, code, message, retryAt: retryTime(retry_after), traceId }
      return { ...next, state: 'failed', stage: undefined, failure }
    }
    default:
      // Text, and events unknown to this version.
      return next
  }
}

const partOf = ({ parts }: TurnView, queryId: string): AnswerPart | undefined =>
  parts.find((part) => part.queryId === queryId)

const withPart = <Turn extends TurnView>(turn: Turn, queryId: string, change: Partial<AnswerPart>): Turn => {
  const known = partOf(turn, queryId)
  const part = { ...known, ...change, queryId }
  const parts = known === undefined ? [...turn.parts, part] : turn.parts.map((one) => (one === known ? part : one))
  return { ...turn, parts }
}
