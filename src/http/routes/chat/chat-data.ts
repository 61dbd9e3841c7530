import type { z } from 'zod'
import { assistantMessageId } from '../../../ask/rules/history/message.ts'
import { queryIdOf } from '../../../ask/rules/outcome.ts'
import type { TurnAnswer } from '../../../ask/turns/stored-answer.ts'
import type { AnswerReader } from '../../answer-reader.ts'
import { resultData } from '../../result-data.ts'
import type { ChatAnswer } from './chat-schema.ts'

/** An answer in the form of the API: a superset of both forms of the specification (Chat response data). */
export const chatData = (
  {
    turnId,
    conversationId,
    run,
    message,
    sources,
    assumptions,
    suggestions,
    choices,
    chart,
    partCharts = [],
    ...answer
  }: TurnAnswer,
  { reader, sessionId }: { readonly reader: AnswerReader; readonly sessionId: string },
): z.input<typeof ChatAnswer> => {
  const result = run === undefined ? undefined : reader.result(run.result)
  const receipt = run === undefined ? undefined : reader.receipt(run.receipt)
  return {
    message: reader.text(message),
    conversation_id: conversationId,
    session_id: sessionId,
    message_id: assistantMessageId(turnId),
    turn_id: turnId,
    ...(result === undefined
      ? { results: [] }
      : { results: result.rows, row_count: result.rowCount, truncated: result.truncated }),
    ...(result?.shortened === undefined ? {} : { shortened: result.shortened }),
    sources: reader.sources(sources),
    query_type: answer.queryType,
    execution_time_ms: answer.executionTimeMs,
    ...(reader.discloses.assumptions && assumptions.length > 0 ? { assumptions: reader.texts(assumptions) } : {}),
    ...(suggestions.length > 0 ? { suggestions: reader.texts(suggestions) } : {}),
    ...(choices === undefined ? {} : { choices: reader.choices(choices) }),
    ...(chart === undefined ? {} : { chart: reader.chart(chart) }),
    ...(receipt === undefined ? {} : { receipt }),
    ...(run?.parts === undefined
      ? {}
      : {
          parts: run.parts.map(({ title, ...part }, at) => {
            const drawn = partCharts.find((one) => one.part === at + 1)
            const receipt = reader.receipt(part.receipt)
            return {
              query_id: queryIdOf(turnId, at + 1),
              title: reader.text(title),
              ...resultData(reader.result(part.result)),
              ...(receipt === undefined ? {} : { receipt }),
              ...(drawn === undefined ? {} : { chart: reader.chart(drawn.chart) }),
            }
          }),
        }),
  }
}
