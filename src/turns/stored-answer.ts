import { z } from 'zod'
import type { App } from '../app.ts'
import type { QueryRun } from '../domain/ask/outcome.ts'
import { receiptData } from '../domain/ask/receipt-data.ts'
import type { AsStored, StoredAnswer, TurnInput } from '../domain/ask/turn.ts'
import { assistantMessageId } from '../domain/history/message.ts'
import { isProblemName, Problem } from '../domain/problem.ts'
import { ChatAnswer } from '../http/contract/resources.ts'

/** What the message that ends a turn carries of it; what an older version did not write is empty. */
const EndingMetadata = z.object({
  problem: z.string().optional(),
  sources: z.array(z.string()).default([]),
  query_type: ChatAnswer.shape.query_type.default('chat'),
  execution_time_ms: z.int().default(0),
  assumptions: z.array(z.string()).default([]),
  suggestions: z.array(z.string()).default([]),
  chart: ChatAnswer.shape.chart,
})

type Asked = Pick<TurnInput['question'], 'turnId' | 'caller' | 'sessionId'>

/**
 * The chat response of a turn that has ended, from what is stored: what a caller gets now is what history will say.
 *
 * @throws the problem that the turn ended with; `conversation_not_found` when it was deleted meanwhile
 */
export const chatData = async (app: App, asked: Asked): Promise<z.input<typeof ChatAnswer>> => {
  const { turnId, caller } = asked
  const [message, stored] = await Promise.all([
    app.store.message(caller, assistantMessageId(turnId)),
    app.store.result(caller, turnId),
  ])
  if (message === undefined) throw new Problem('conversation_not_found')
  const ending = EndingMetadata.parse(message.metadata)
  if (ending.problem !== undefined) throw failureOf(ending.problem, message.content)
  return chatAnswer(asked, message.conversationId, { message: message.content, ...ending }, stored)
}

/** The same of an answer that was stored as it stands: only its rows are looked for. @throws never of its own */
export const chatDataOf = async (
  app: App,
  asked: Asked & Pick<TurnInput['question'], 'conversationId'>,
  answer: StoredAnswer,
  { rowsBy }: AsStored,
): Promise<z.input<typeof ChatAnswer>> => {
  const { turnId, caller, conversationId } = asked
  const hasRows = answer.queryType === 'data_retrieval'
  const stored = hasRows ? await app.store.result(caller, turnId, rowsBy) : undefined
  const { queryType: query_type, executionTimeMs: execution_time_ms, ...same } = answer
  return chatAnswer(asked, conversationId, { ...same, query_type, execution_time_ms }, stored)
}

type Told = Pick<z.input<typeof ChatAnswer>, 'message' | 'sources' | 'query_type' | 'execution_time_ms' | 'chart'> &
  Pick<StoredAnswer, 'assumptions' | 'suggestions'>

/** A superset of both shapes of the specification (Chat response data). */
const chatAnswer = (
  { turnId, caller, sessionId }: Asked,
  conversationId: string,
  { message, sources, query_type, execution_time_ms, assumptions, suggestions, chart }: Told,
  stored: QueryRun | undefined,
): z.input<typeof ChatAnswer> => ({
  message,
  conversation_id: conversationId,
  session_id: sessionId,
  message_id: assistantMessageId(turnId),
  turn_id: turnId,
  ...(stored === undefined
    ? { results: [] }
    : { results: stored.result.rows, row_count: stored.result.rowCount, truncated: stored.result.truncated }),
  ...{ sources, query_type, execution_time_ms },
  ...(assumptions.length > 0 ? { assumptions } : {}),
  ...(suggestions.length > 0 ? { suggestions } : {}),
  ...(chart === undefined ? {} : { chart }),
  ...(stored === undefined ? {} : { receipt: receiptData(stored.receipt, caller.kind !== 'database') }),
})

const failureOf = (name: string, message: string): Problem =>
  new Problem(isProblemName(name) ? name : 'internal', { message })
