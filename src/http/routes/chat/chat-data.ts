import type { z } from 'zod'
import type { AnswerDisclosure } from '../../../access/rules/disclosure.ts'
import { namesOfRuns, UNKNOWN_NAMES } from '../../../ask/rules/answer-names.ts'
import { assistantMessageId } from '../../../ask/rules/history/message.ts'
import { queryIdOf } from '../../../ask/rules/outcome.ts'
import type { TurnAnswer } from '../../../ask/turns/stored-answer.ts'
import { disclosed, disclosedReceipt } from '../../disclosed.ts'
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
  { disclosure, sessionId }: { readonly disclosure: AnswerDisclosure; readonly sessionId: string },
): z.input<typeof ChatAnswer> => {
  const names = run === undefined ? UNKNOWN_NAMES : namesOfRuns([run, ...(run.parts ?? [])])
  const shown = disclosed(disclosure, names)
  const result = run === undefined ? undefined : shown.result(run.result)
  const receipt = run === undefined ? undefined : disclosedReceipt(disclosure, run.receipt)
  return {
    message: shown.text(message),
    conversation_id: conversationId,
    session_id: sessionId,
    message_id: assistantMessageId(turnId),
    turn_id: turnId,
    ...(result === undefined
      ? { results: [] }
      : { results: result.rows, row_count: result.rowCount, truncated: result.truncated }),
    ...(result?.shortened === undefined ? {} : { shortened: result.shortened }),
    sources: shown.sources(sources),
    query_type: answer.queryType,
    execution_time_ms: answer.executionTimeMs,
    ...(disclosure.assumptions && assumptions.length > 0 ? { assumptions } : {}),
    ...(suggestions.length > 0 ? { suggestions: shown.texts(suggestions) } : {}),
    ...(choices === undefined ? {} : { choices: shown.choices(choices) }),
    ...(chart === undefined ? {} : { chart: shown.chart(chart) }),
    ...(receipt === undefined ? {} : { receipt }),
    ...(run?.parts === undefined
      ? {}
      : {
          parts: run.parts.map(({ title, ...part }, at) => {
            const drawn = partCharts.find((one) => one.part === at + 1)
            const receipt = disclosedReceipt(disclosure, part.receipt)
            return {
              query_id: queryIdOf(turnId, at + 1),
              title: shown.text(title),
              ...resultData(shown.result(part.result)),
              ...(receipt === undefined ? {} : { receipt }),
              ...(drawn === undefined ? {} : { chart: shown.chart(drawn.chart) }),
            }
          }),
        }),
  }
}
