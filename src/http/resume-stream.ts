import type { App } from '../app.ts'
import { type Cursor, resumeDecision } from '../turns/resume-decision.ts'
import { ENDING_SPARE_MS, type SilentTurn, silentEnding } from '../turns/silent-ending.ts'
import { storedOutcome } from '../turns/stored-ending.ts'
import { turnMessages } from '../turns/turn-messages.ts'
import type { Exchange } from './route.ts'
import { beginStream, streamStoredAnswer } from './sse.ts'

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
      const { conversationId: inConversation = '', timestamp = '' } = asked ?? {}
      // It may be one that nobody had to wait for.
      const until =
        Date.parse(timestamp) + Math.max(app.config.turnTimeoutMs, app.config.asyncTimeoutMs) + ENDING_SPARE_MS
      const turn = { turnId, conversationId: inConversation, until }
      await beginStream({ ...streamFor(app, exchange, turn), afterSeq, afresh, shutdown })
      return
    }
    case 'stored':
      streamStoredAnswer({ res, turnId, traceId, outcome: await storedOutcome(app, caller, turnId) })
      return
    default:
      res.status(204).end()
  }
}

/** What a stream of a turn is to this caller. A database key is public: it sees no queries. */
export const streamFor = (
  app: App,
  { res, caller, traceId }: Pick<Exchange, 'res' | 'caller' | 'traceId'>,
  turn: Omit<SilentTurn, 'caller'>,
) => ({
  res,
  log: app.turnLog,
  observe: app.observe,
  traceId,
  turnId: turn.turnId,
  showsQuery: caller.kind === 'organization',
  silentEnding: () => silentEnding(app, { caller, ...turn }),
})
