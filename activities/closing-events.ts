import type { EndedTurn } from '../src/domain/ask/ending.ts'
import type { Question } from '../src/domain/ask/question.ts'
import type { TurnEventBody } from '../src/domain/ask/turn-event.ts'
import { assistantMessageId } from '../src/domain/history/message.ts'

/** The last events of a turn, after its text: what goes with the answer, and the end. */
export const closingEvents = (question: Question, ended: EndedTurn): TurnEventBody[] => {
  const { turnId, conversationId, sessionId } = question
  if (ended.kind === 'failed') return [{ type: 'error', ...ended.failure }]
  const { answer } = ended
  return [
    ...(answer.chart === undefined ? [] : [{ type: 'chart', queryId: turnId, chart: answer.chart } as const]),
    ...(answer.suggestions.length === 0 ? [] : [{ type: 'suggestions', suggestions: answer.suggestions } as const]),
    {
      type: 'done',
      message: answer.message,
      messageId: assistantMessageId(turnId),
      conversationId,
      sessionId,
      sources: answer.sources,
      assumptions: answer.assumptions,
      queryType: answer.queryType,
      executionTimeMs: answer.executionTimeMs,
      finishReason: 'stop',
    },
  ]
}
