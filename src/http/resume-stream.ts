import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Caller } from '../domain/access/caller.ts'
import { ACCEPT_WITHIN_MS } from '../domain/ask/turn.ts'
import { assistantMessageId, userMessageId } from '../domain/history/message.ts'
import { Problem } from '../domain/problem.ts'
import { chatData } from './chat-data.ts'
import { type Cursor, resumeDecision } from './resume-decision.ts'
import type { Exchange } from './route.ts'
import { streamStoredAnswer, streamTurn } from './sse.ts'

/**
 * Goes on with a stream where its client's copy ends; never asks.
 *
 * @param conversationId the conversation in the request's path; undefined where the path says `new`
 */
export const resumeStream = async (
  app: App,
  { res, caller, traceId }: Omit<Exchange, 'req'>,
  cursor: Cursor,
  conversationId: string | undefined,
  shutdown: AbortSignal,
): Promise<void> => {
  const turnId = cursor.kind === 'at' ? cursor.turnId : ''
  // A reader may be cut before the first step has stored the question: the claim is there from the start.
  const [head, claimed, asked, answered] = await Promise.all([
    app.turnLog.head(turnId),
    app.store.runningTurn(caller, turnId),
    app.store.message(caller, userMessageId(turnId)),
    app.store.message(caller, assistantMessageId(turnId)),
  ])
  const own = asked ?? claimed
  const ownsTurn = own !== undefined && (conversationId === undefined || own.conversationId === conversationId)
  const decision = resumeDecision({ cursor, head, ownsTurn, answered: answered !== undefined })
  switch (decision.kind) {
    case 'replay': {
      const { afterSeq, afresh } = decision
      const turn = head.terminal ? {} : { turn: untilOpened(app, caller, turnId) }
      await streamTurn({ res, log: app.turnLog, turnId, traceId, afterSeq, afresh, shutdown, ...turn })
      return
    }
    case 'stored':
      streamStoredAnswer({ res, turnId, traceId, outcome: await storedOutcome(app, caller, turnId) })
      return
    default:
      res.status(204).end()
  }
}

/** Longer than a turn may take to be taken in. */
const PATIENCE_MS = ACCEPT_WITHIN_MS + 4_000

/** Rejects when a turn that was claimed never began, because whoever claimed it has died. */
export const untilOpened = async (app: App, caller: Caller, turnId: string): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS
  while ((await app.store.message(caller, userMessageId(turnId))) === undefined) {
    if (Date.now() > deadline) throw new Problem('worker_unavailable')
    await delay(500)
  }
}

const storedOutcome = async (
  app: App,
  caller: Caller,
  turnId: string,
): Promise<Parameters<typeof streamStoredAnswer>[0]['outcome']> => {
  try {
    const data = await chatData(app, { turnId, caller, sessionId: '' })
    const { sources, query_type } = data
    return {
      type: 'done',
      message: String(data.message),
      messageId: String(data.message_id),
      conversationId: String(data.conversation_id),
      sessionId: String(data.conversation_id),
      sources: Array.isArray(sources) ? sources.map(String) : [],
      queryType: query_type === 'data_retrieval' ? 'data_retrieval' : 'chat',
      executionTimeMs: Number(data.execution_time_ms),
      finishReason: 'stop',
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { type: 'error', problem: error.problem, message: error.message }
  }
}
