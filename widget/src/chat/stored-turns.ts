import type { components } from '../../../clients/typescript/src/index.ts'
import { type AnswerPart, type Chart, newTurn, type TurnView } from './turn-view.ts'

type Message = components['schemas']['Message']

/**
 * The turns of a conversation, oldest first. A question without an answer counts as running: its stream has the end.
 *
 * @param messages newest first, as in the history
 */
export const storedTurns = (messages: readonly Message[]): readonly TurnView[] => {
  const turns = new Map<string, TurnView>()
  for (const message of messages.toReversed()) {
    const { turn_id: turnId, content, sender } = message
    const key = turnId ?? message.id
    if (sender === 'USER') {
      const isLast = message === messages[0] && turnId !== null
      turns.set(key, { ...newTurn(key, content), turnId: key, state: isLast ? 'running' : 'answered' })
    } else if (sender === 'ASSISTANT') turns.set(key, answeredTurn(turns.get(key) ?? newTurn(key, ''), message))
  }
  return [...turns.values()]
}

const answeredTurn = (asked: TurnView, { id: messageId, content, metadata }: Message): TurnView => {
  const { problem, error_code: code = '', finish_reason: finishReason } = metadata
  const isCancelled = finishReason === 'cancelled' || problem === 'turn_cancelled'
  const failure = problem === undefined || isCancelled ? undefined : { problem, code, message: content }
  return {
    ...asked,
    messageId,
    turnId: asked.key,
    text: problem === undefined ? content : '',
    state: isCancelled ? 'cancelled' : failure === undefined ? 'answered' : 'failed',
    failure,
    parts: partsOf(asked.key, metadata),
    assumptions: metadata.assumptions ?? [],
    suggestions: metadata.suggestions ?? [],
    choices: metadata.choices ?? [],
    executionTimeMs: metadata.execution_time_ms,
    rating: metadata.feedback?.rating,
  }
}

const partsOf = (turnId: string, metadata: Message['metadata']): readonly AnswerPart[] => {
  const { receipt, chart, row_count: rowCount = receipt?.row_count, parts = [] } = metadata
  const first = { queryId: turnId, query: receipt?.query, chart: chartOf(chart), rowCount }
  const further = parts.map((part): AnswerPart => {
    const { query_id: queryId, title, row_count, receipt: found, chart: drawn } = part
    return { queryId, title, query: found?.query, chart: chartOf(drawn), rowCount: row_count ?? found?.row_count }
  })
  return rowCount === undefined ? further : [first, ...further]
}

const chartOf = (chart: components['schemas']['Chart'] | undefined): Chart | undefined =>
  chart && { alt: chart.alt, type: chart.type }
