import type { Caller } from '../../access/rules/caller.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { assistantMessageId } from '../rules/history/message.ts'
import { queryIdOf } from '../rules/outcome.ts'
import type { TurnEventBody } from '../rules/turn-event.ts'
import { storedAnswer, type TurnAnswer } from './stored-answer.ts'
import type { TurnParts } from './turn-parts.ts'

/** The events of a stored answer between its question and its ending; none of a turn that failed. */
export const storedParts = async (
  parts: Pick<TurnParts, 'store'>,
  caller: Caller,
  turnId: string,
): Promise<readonly TurnEventBody[]> => {
  try {
    return eventsOf(await storedAnswer(parts, { turnId, caller }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return []
  }
}

const eventsOf = (answer: TurnAnswer): readonly TurnEventBody[] => {
  const { turnId, conversationId, run, message, chart, partCharts = [], suggestions, choices } = answer
  return [
    { type: 'start', conversationId, messageId: assistantMessageId(turnId) },
    ...(run === undefined ? [] : [{ type: 'results', queryId: turnId, result: run.result } as const]),
    ...(run?.parts ?? []).map(
      ({ title, result }, at) => ({ type: 'results', queryId: queryIdOf(turnId, at + 1), title, result }) as const,
    ),
    { type: 'text', content: message },
    ...(chart === undefined ? [] : [{ type: 'chart', queryId: turnId, chart } as const]),
    ...partCharts.map(({ part, chart }) => ({ type: 'chart', queryId: queryIdOf(turnId, part), chart }) as const),
    ...(suggestions.length === 0 ? [] : [{ type: 'suggestions', suggestions } as const]),
    ...(choices === undefined ? [] : [{ type: 'choices', choices } as const]),
  ]
}
