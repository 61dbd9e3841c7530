import type { StreamedEvent } from '../../../clients/typescript/src/index.ts'
import { type AnswerPart, retryTime, type TurnView } from './turn-view.ts'

/** Applies an event to a turn; idempotent, because events may be repeated. */
export const turnAfter = (turn: TurnView, event: StreamedEvent): TurnView => {
  const next: TurnView = { ...turn, text: event.text, delay: undefined }
  switch (event.event) {
    case 'start': {
      const { turn_id: turnId, message_id: messageId } = event.data
      return { ...next, turnId, messageId, state: turn.state === 'stopping' ? 'stopping' : 'running' }
    }
    case 'status':
      return { ...next, stage: event.data.status }
    case 'query':
      return withPart(next, event.data.query_id, { query: event.data.statement })
    case 'results': {
      const { query_id, title, columns, rows, row_count: rowCount, truncated } = event.data
      return withPart(next, query_id, { title, rowCount, rows: { columns, rows, rowCount, truncated } })
    }
    case 'chart': {
      const { query_id, alt, type } = event.data
      return withPart(next, query_id, { chart: { alt, type } })
    }
    case 'suggestions':
      return { ...next, suggestions: event.data.suggestions }
    case 'choices':
      return { ...next, choices: event.data.choices }
    case 'warning':
      return { ...next, warnings: [...new Set([...next.warnings, event.data.message])] }
    case 'reset':
      // The text so far is void; executed queries stay.
      return { ...next, choices: [], suggestions: [] }
    case 'done': {
      const { finish_reason, execution_time_ms: executionTimeMs, assumptions = [], choices = [] } = event.data
      const state = finish_reason === 'cancelled' ? 'cancelled' : 'answered'
      return { ...next, state, executionTimeMs, assumptions, choices, messageId: event.data.message_id }
    }
    case 'error': {
      const { problem, error_code: code, message, retry_after: retryAfter } = event.data
      if (problem === 'turn_cancelled') return { ...next, state: 'cancelled' }
      return { ...next, state: 'failed', failure: { problem, code, message, retryAt: retryTime(retryAfter) } }
    }
    default:
      // Text, and events unknown to this version.
      return next
  }
}

const withPart = (turn: TurnView, queryId: string, change: Partial<AnswerPart>): TurnView => {
  const known = turn.parts.find((part) => part.queryId === queryId)
  const part = { ...known, ...change, queryId }
  const parts = known === undefined ? [...turn.parts, part] : turn.parts.map((one) => (one === known ? part : one))
  return { ...turn, parts }
}
