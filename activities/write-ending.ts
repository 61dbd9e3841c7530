import type { TokenCounts, Usage } from '../src/ask/rules/draft.ts'
import type { EndedTurn, Ending } from '../src/ask/rules/ending.ts'
import { assistantMessageId } from '../src/ask/rules/history/message.ts'
import { queryIdOf } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { COMPOSING, type TurnEventBody } from '../src/ask/rules/turn-event.ts'
import type { Step } from './step.ts'
import type { StepParts } from './step-parts.ts'

interface Written {
  readonly ending: Ending
  readonly ended: EndedTurn
}

/**
 * Writes the last events of a turn: in one write with its text if that was not streamed and only this process has
 * written the log; else text of another process is retracted first.
 *
 * @throws StaleWriter when a later run of the step has taken over
 */
export const writeEnding = async (
  app: Pick<StepParts, 'stream'>,
  question: Question,
  { ending, ended }: Written,
  { writer, emit }: Pick<Step, 'writer' | 'emit'>,
): Promise<void> => {
  const { turnId } = question
  const closing = closingEvents(question, ended)
  const content = unwrittenText(ending)
  const isAlone = app.stream.outbox.ownLog(turnId)?.hasText === false
  if (content !== '' && !isAlone) {
    const text = await app.stream.takeOverText(turnId, writer)
    await text.write(content)
    await text.end()
  }
  const withText = content !== '' && isAlone ? [COMPOSING, { type: 'text', content } as const] : []
  await emit(...withText, ...closing)
}

/** What no step before has streamed. */
const unwrittenText = (ending: Ending): string => {
  if (ending.kind === 'replied') return ending.draft.reply
  return ending.kind === 'composed' && ending.composition.isUnwritten ? ending.composition.message : ''
}

const tokenCounts = ({ inputTokens, cachedInputTokens, outputTokens }: Usage): TokenCounts => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
})

/** The last events of a turn, after its text: what goes with the answer, and the end. */
const closingEvents = (question: Question, ended: EndedTurn): TurnEventBody[] => {
  const { turnId, conversationId, sessionId } = question
  if (ended.kind === 'failed') return [{ type: 'error', ...ended.failure }]
  const { answer } = ended
  const { choices, usage } = answer
  return [
    ...(answer.chart === undefined ? [] : [{ type: 'chart', queryId: turnId, chart: answer.chart } as const]),
    ...(answer.partCharts ?? []).map(
      ({ part, chart }) => ({ type: 'chart', queryId: queryIdOf(turnId, part), chart }) as const,
    ),
    ...(answer.suggestions.length === 0 ? [] : [{ type: 'suggestions', suggestions: answer.suggestions } as const]),
    ...(choices === undefined ? [] : [{ type: 'choices', choices } as const]),
    {
      type: 'done',
      message: answer.message,
      messageId: assistantMessageId(turnId),
      conversationId,
      sessionId,
      sources: answer.sources,
      assumptions: answer.assumptions,
      ...(choices === undefined ? {} : { choices }),
      queryType: answer.queryType,
      executionTimeMs: answer.executionTimeMs,
      ...(usage === undefined ? {} : { usage: tokenCounts(usage) }),
      finishReason: 'stop',
    },
  ]
}
