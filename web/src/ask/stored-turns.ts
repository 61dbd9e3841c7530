import { answeredTurn, type components, newTurn } from '../../../clients/typescript/src/index.ts'
import type { TurnView } from './answer-view.ts'

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
      const answered = viewedTurn(answeredTurn({ ...(turns[asked] ?? newTurn(id, '')), turnId: id }, message), message)
      if (asked < 0) turns.push(answered)
      else turns[asked] = answered
    }
  }
  return turns
}

/** A question without an answer and without a running turn was appended, or its answer was deleted. */
const askedTurn = (turnId: string, message: Message, runs: boolean): TurnView => ({
  ...newTurn(turnId, message.content),
  startedAt: Date.parse(message.timestamp),
  turnId,
  conversationId: message.conversation_id,
  state: runs ? 'running' : 'answered',
})

const viewedTurn = (turn: TurnView, { metadata }: Message): TurnView => ({
  ...turn,
  usage: metadata.usage,
  views: turn.parts.map((_, at) => metadata.view?.[String(at)] ?? {}),
})
