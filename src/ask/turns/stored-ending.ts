import type { Caller } from '../../access/rules/caller.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { failureIn } from '../rules/answer.ts'
import { assistantMessageId } from '../rules/history/message.ts'
import type { EndingEvent } from '../rules/turn-event.ts'
import { storedAnswer } from './stored-answer.ts'
import type { TurnParts } from './turn-parts.ts'

/** How a turn ended, from the store: the last event that its stream would have had. */
export const storedEnding = async (
  parts: Pick<TurnParts, 'store'>,
  caller: Caller,
  turnId: string,
): Promise<EndingEvent> => {
  try {
    const answer = await storedAnswer(parts, { turnId, caller })
    const { conversationId, message, sources, queryType, executionTimeMs, choices, usage } = answer
    const conversation = await parts.store.conversations.find(caller, conversationId)
    return {
      type: 'done',
      message,
      messageId: assistantMessageId(turnId),
      conversationId,
      sessionId: conversation?.sessionId ?? conversationId,
      sources,
      queryType,
      executionTimeMs,
      finishReason: 'stop',
      ...(choices === undefined ? {} : { choices }),
      ...(usage === undefined ? {} : { usage }),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { type: 'error', ...failureIn(error) }
  }
}
