import type { StreamedEvent } from '../../../clients/typescript/src/index.ts'
import type { AnswerPart, TurnView } from './answer-view.ts'

/** Applies an event to a turn; idempotent, because events may be repeated. */
export const turnAfter = (turn: TurnView, event: StreamedEvent): TurnView => {
  const next: TurnView = { ...turn, text: event.text, isLost: false }
  switch (event.event) {
    case 'start': {
      const { turn_id, conversation_id, message_id } = event.data
      const state = turn.state === 'stopping' ? 'stopping' : 'running'
      return { ...next, state, turnId: turn_id, conversationId: conversation_id, messageId: message_id }
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
      const { finish_reason, execution_time_ms: executionTimeMs, assumptions = [], choices = [], sources } = event.data
      const state = finish_reason === 'cancelled' ? 'cancelled' : 'answered'
      return { ...next, state, executionTimeMs, assumptions, choices, sources, stage: undefined }
    }
    case 'error': {
      const { problem, error_code: code, message, retry_after: retryAfterS, trace_id: traceId } = event.data
      const failure = { problem, code, message, retryAfterS, traceId }
      const state = code === 'CANCELLED' || problem === 'turn_cancelled' ? 'cancelled' : 'failed'
      return { ...next, state, failure, stage: undefined }
    }
    default:
      // Text, and events unknown to this version.
      return next
  }
}

const partOf = ({ parts }: TurnView, queryId: string): AnswerPart | undefined =>
  parts.find((part) => part.queryId === queryId)

const withPart = (turn: TurnView, queryId: string, change: Partial<AnswerPart>): TurnView => {
  const known = partOf(turn, queryId)
  const part = { ...known, ...change, queryId }
  const parts = known === undefined ? [...turn.parts, part] : turn.parts.map((one) => (one === known ? part : one))
  return { ...turn, parts }
}
