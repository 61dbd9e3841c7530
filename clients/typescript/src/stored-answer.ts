import type { components } from './schema.ts'
import type { AnswerPart, TurnView } from './turn-view.ts'

type Message = components['schemas']['Message']

/** A question with its stored answer, without rows: the same view as `turnAfter` makes of its events. */
export const answeredTurn = <Turn extends TurnView>(asked: Turn, message: Message): Turn => {
  const { id: messageId, content, conversation_id: conversationId, metadata } = message
  const { problem, error_code: code = '', finish_reason } = metadata
  const isCancelled = finish_reason === 'cancelled' || problem === 'turn_cancelled'
  const failure = problem === undefined || isCancelled ? undefined : { problem, code, message: content }
  return {
    ...asked,
    messageId,
    conversationId,
    text: problem === undefined ? content : '',
    state: isCancelled ? 'cancelled' : failure === undefined ? 'answered' : 'failed',
    failure,
    parts: partsOf(asked.turnId ?? asked.key, metadata),
    assumptions: metadata.assumptions ?? [],
    suggestions: metadata.suggestions ?? [],
    choices: metadata.choices ?? [],
    sources: metadata.sources ?? [],
    executionTimeMs: metadata.execution_time_ms,
    rating: metadata.feedback?.rating,
  }
}

const partsOf = (queryId: string, metadata: Message['metadata']): readonly AnswerPart[] => {
  const { receipt, chart, row_count: rowCount = receipt?.row_count, parts = [] } = metadata
  const further = parts.map(
    (part): AnswerPart => ({
      queryId: part.query_id,
      title: part.title,
      receipt: part.receipt,
      chart: part.chart,
      rowCount: part.row_count ?? part.receipt?.row_count,
    }),
  )
  return rowCount === undefined ? further : [{ queryId, receipt, chart, rowCount }, ...further]
}
