import type { App } from '../app.ts'
import type { Caller } from '../domain/access/caller.ts'
import { Problem } from '../domain/problem.ts'
import { chatData } from './chat-data.ts'
import { type Cursor, resumeDecision } from './resume-decision.ts'
import type { Exchange } from './route.ts'
import { beginStream, streamStoredAnswer } from './sse.ts'
import { turnMessages } from './turn-messages.ts'

/**
 * Goes on with a stream where its client's copy ends; never asks.
 *
 * @param conversationId the conversation in the request's path; undefined where the path says `new`
 */
export const resumeStream = async (
  app: App,
  exchange: Omit<Exchange, 'req'>,
  cursor: Cursor,
  conversationId: string | undefined,
  shutdown: AbortSignal,
): Promise<void> => {
  const { res, caller, traceId } = exchange
  const turnId = cursor.kind === 'at' ? cursor.turnId : ''
  // Whoever has a cursor has seen the turn's first event, and by then the question was stored.
  const [head, { asked, answered }] = await Promise.all([app.turnLog.head(turnId), turnMessages(app, caller, turnId)])
  const ownsTurn = asked !== undefined && (conversationId === undefined || asked.conversationId === conversationId)
  const decision = resumeDecision({ cursor, head, ownsTurn, answered: answered !== undefined })
  switch (decision.kind) {
    case 'replay': {
      const { afterSeq, afresh } = decision
      await beginStream({ ...streamFor(app, exchange), turnId, afterSeq, afresh, shutdown })
      return
    }
    case 'stored':
      streamStoredAnswer({ res, turnId, traceId, outcome: await storedOutcome(app, caller, turnId) })
      return
    default:
      res.status(204).end()
  }
}

/** What a stream is to this caller, whichever turn it shows. A database key is public: it sees no queries. */
export const streamFor = (app: App, { res, caller, traceId }: Pick<Exchange, 'res' | 'caller' | 'traceId'>) => ({
  res,
  log: app.turnLog,
  observe: app.observe,
  traceId,
  showsQuery: caller.kind === 'organization',
})

const storedOutcome = async (
  app: App,
  caller: Caller,
  turnId: string,
): Promise<Parameters<typeof streamStoredAnswer>[0]['outcome']> => {
  try {
    const data = await chatData(app, { turnId, caller, sessionId: '' })
    const { conversation_id: conversationId } = data
    const conversation = await app.store.conversation(caller, conversationId)
    return {
      type: 'done',
      message: data.message,
      messageId: data.message_id,
      conversationId,
      sessionId: conversation?.sessionId ?? conversationId,
      sources: data.sources,
      queryType: data.query_type,
      executionTimeMs: data.execution_time_ms,
      finishReason: 'stop',
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { type: 'error', problem: error.problem, message: error.message }
  }
}
