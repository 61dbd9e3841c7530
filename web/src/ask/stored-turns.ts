import type { components } from '../../../clients/typescript/src/index.ts'
import { type AnswerPart, newTurn, type TurnView } from './answer-view.ts'

type Message = components['schemas']['Message']

/** The id of a turn, from that of one of its messages. */
const turnIdOf = ({ id }: Message): string => id.split('.')[0] ?? id

/**
 * The turns of a conversation, oldest first, from its messages.
 *
 * @param messages newest first, as in the history
 * @param runningId the running turn, if any
 */
export const storedTurns = (messages: readonly Message[], runningId: string | undefined): readonly TurnView[] => {
  const turns: TurnView[] = []
  for (const message of messages.toReversed()) {
    const id = turnIdOf(message)
    if (message.sender === 'USER') turns.push(askedTurn(id, message, id === runningId))
    else if (message.sender === 'ASSISTANT') {
      const asked = turns.findIndex(({ turnId }) => turnId === id)
      const answered = answeredTurn(turns[asked] ?? newTurn(id, '', 0), message)
      if (asked < 0) turns.push(answered)
      else turns[asked] = answered
    }
  }
  return turns
}

/** A question without an answer and without a running turn was appended, or its answer was deleted. */
const askedTurn = (turnId: string, message: Message, runs: boolean): TurnView => ({
  ...newTurn(turnId, message.content, Date.parse(message.timestamp)),
  turnId,
  conversationId: message.conversation_id,
  state: runs ? 'running' : 'answered',
})

const answeredTurn = (asked: TurnView, message: Message): TurnView => {
  const { metadata, id: messageId, conversation_id: conversationId } = message
  const turnId = turnIdOf(message)
  const parts = partsOf(turnId, metadata)
  const { problem, finish_reason: finishReason } = metadata
  const failure = problem === undefined ? undefined : { problem, code: metadata.error_code, message: message.content }
  return {
    ...asked,
    turnId,
    messageId,
    conversationId,
    text: failure === undefined ? message.content : '',
    state: failure !== undefined ? 'failed' : finishReason === 'cancelled' ? 'cancelled' : 'answered',
    failure,
    parts,
    assumptions: metadata.assumptions ?? [],
    suggestions: metadata.suggestions ?? [],
    choices: metadata.choices ?? [],
    sources: metadata.sources ?? [],
    usage: metadata.usage,
    views: parts.map((_, at) => metadata.view?.[String(at)] ?? {}),
    executionTimeMs: metadata.execution_time_ms,
    rating: metadata.feedback?.rating,
  }
}

const partsOf = (turnId: string, { receipt, chart, row_count: rowCount, parts = [] }: Message['metadata']) => {
  const first: AnswerPart = { queryId: turnId, receipt, chart, rowCount: rowCount ?? receipt?.row_count }
  const further = parts.map(
    (part): AnswerPart => ({
      queryId: part.query_id,
      title: part.title,
      receipt: part.receipt,
      chart: part.chart,
      rowCount: part.receipt?.row_count,
    }),
  )
  return receipt === undefined ? further : [first, ...further]
}
