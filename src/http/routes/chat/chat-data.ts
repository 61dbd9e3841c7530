import type { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import { assistantMessageId } from '../../../ask/rules/history/message.ts'
import { queryIdOf, type ResultPart } from '../../../ask/rules/outcome.ts'
import { receiptData } from '../../../ask/rules/receipt-data.ts'
import type { TurnAnswer } from '../../../ask/turns/stored-answer.ts'
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
  { caller, sessionId }: { readonly caller: Caller; readonly sessionId: string },
): z.input<typeof ChatAnswer> => ({
  message,
  conversation_id: conversationId,
  session_id: sessionId,
  message_id: assistantMessageId(turnId),
  turn_id: turnId,
  ...(run === undefined
    ? { results: [] }
    : { results: run.result.rows, row_count: run.result.rowCount, truncated: run.result.truncated }),
  ...(run?.result.shortened === undefined ? {} : { shortened: run.result.shortened }),
  sources,
  query_type: answer.queryType,
  execution_time_ms: answer.executionTimeMs,
  ...(assumptions.length > 0 ? { assumptions } : {}),
  ...(suggestions.length > 0 ? { suggestions } : {}),
  ...(choices === undefined ? {} : { choices }),
  ...(chart === undefined ? {} : { chart }),
  ...(run === undefined ? {} : { receipt: receiptData(run.receipt, caller.kind !== 'database') }),
  ...(run?.parts === undefined
    ? {}
    : {
        parts: run.parts.map((part, at) => {
          const drawn = partCharts.find((one) => one.part === at + 1)
          return {
            ...partData(part, queryIdOf(turnId, at + 1), caller),
            ...(drawn === undefined ? {} : { chart: drawn.chart }),
          }
        }),
      }),
})

const partData = ({ title, result, receipt }: ResultPart, queryId: string, caller: Caller) => ({
  query_id: queryId,
  title,
  ...resultData(result),
  receipt: receiptData(receipt, caller.kind !== 'database'),
})
