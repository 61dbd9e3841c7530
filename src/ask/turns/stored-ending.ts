import type { Caller } from '../../access/rules/caller.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { failureIn } from '../rules/answer.ts'
import { type AnswerNames, namesOfRuns, UNKNOWN_NAMES } from '../rules/answer-names.ts'
import { assistantMessageId } from '../rules/history/message.ts'
import type { EndingEvent } from '../rules/turn-event.ts'
import { storedAnswer } from './stored-answer.ts'
import type { TurnParts } from './turn-parts.ts'

/** The last event that the stream of a stored turn would have had, and the names in it. */
export interface StoredEnding {
  readonly ending: EndingEvent
  readonly names: AnswerNames
}

/** How a turn ended, from the store. */
export const storedEnding = async (
  parts: Pick<TurnParts, 'store'>,
  caller: Caller,
  turnId: string,
): Promise<StoredEnding> => {
  try {
    const answer = await storedAnswer(parts, { turnId, caller })
    const { conversationId, message, sources, queryType, executionTimeMs, choices, run } = answer
    const conversation = await parts.store.conversations.find(caller, conversationId)
    const ending = {
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
    } as const
    return { ending, names: run === undefined ? UNKNOWN_NAMES : namesOfRuns([run, ...(run.parts ?? [])]) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { ending: { type: 'error', ...failureIn(error) }, names: UNKNOWN_NAMES }
  }
}
