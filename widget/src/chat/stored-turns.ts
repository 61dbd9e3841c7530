import { answeredTurn, type components, newTurn, type TurnView } from '../../../clients/typescript/src/index.ts'

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
    } else if (sender === 'ASSISTANT')
      turns.set(key, answeredTurn({ ...(turns.get(key) ?? newTurn(key, '')), turnId: key }, message))
  }
  return [...turns.values()]
}
