import type { App } from '../app.ts'
import type { TurnInput } from '../domain/ask/turn.ts'
import { assistantMessageId } from '../domain/history/message.ts'
import { isProblemName, Problem } from '../domain/problem.ts'

/**
 * The chat response of a turn that has ended, from what is stored: what a caller gets now is what history will say.
 * A superset of both shapes of the specification (Chat response data).
 *
 * @throws the problem that the turn ended with; `conversation_not_found` when it was deleted meanwhile
 */
export const chatData = async (
  app: App,
  question: Pick<TurnInput['question'], 'turnId' | 'caller' | 'sessionId'>,
): Promise<Record<string, unknown>> => {
  const { turnId, caller, sessionId } = question
  const [message, stored] = await Promise.all([
    app.store.message(caller, assistantMessageId(turnId)),
    app.store.result(caller, turnId),
  ])
  if (message === undefined) throw new Problem('conversation_not_found')
  const { metadata } = message
  if (typeof metadata.problem === 'string') throw failureOf(metadata.problem, message.content)
  const { suggestions, chart, assumptions } = metadata
  return {
    message: message.content,
    conversation_id: message.conversationId,
    session_id: sessionId,
    message_id: message.id,
    turn_id: turnId,
    ...(stored === undefined
      ? { results: [] }
      : { results: stored.result.rows, row_count: stored.result.rowCount, truncated: stored.result.truncated }),
    sources: metadata.sources ?? [],
    query_type: metadata.query_type ?? 'chat',
    execution_time_ms: metadata.execution_time_ms ?? 0,
    ...(Array.isArray(assumptions) && assumptions.length > 0 ? { assumptions } : {}),
    ...(Array.isArray(suggestions) && suggestions.length > 0 ? { suggestions } : {}),
    ...(chart === undefined ? {} : { chart }),
    ...(stored === undefined || caller.kind === 'database' ? {} : { receipt: receiptData(stored.receipt) }),
  }
}

const failureOf = (name: string, message: string): Problem =>
  new Problem(isProblemName(name) ? name : 'internal', { message })

const receiptData = (receipt: NonNullable<Awaited<ReturnType<App['store']['result']>>>['receipt']) => ({
  query: receipt.drafted,
  guarded_query: receipt.statement,
  tables: receipt.tables,
  filters: receipt.filters,
  row_count: receipt.rowCount,
  truncated: receipt.truncated,
  executed_at: receipt.executedAt,
})
