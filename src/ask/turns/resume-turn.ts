import type { Caller } from '../../access/rules/caller.ts'
import type { Following } from './following.ts'
import { type Cursor, resumeDecision } from './resume-decision.ts'
import { ENDING_SPARE_MS } from './silent-ending.ts'
import { storedEnding } from './stored-ending.ts'
import { turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'

/**
 * Goes on with the events of a turn where its reader's copy ends; never asks.
 *
 * @param conversationId the conversation that the reader names; undefined where it names none
 */
export const resumeTurn = async (
  parts: Pick<TurnParts, 'config' | 'store' | 'stream'>,
  caller: Caller,
  cursor: Cursor,
  conversationId: string | undefined,
): Promise<Following> => {
  const turnId = cursor.kind === 'at' ? cursor.turnId : ''
  // Whoever has a cursor has seen the turn's first event, and by then the question was stored.
  const [head, { asked, answered }] = await Promise.all([
    parts.stream.log.head(turnId),
    turnMessages(parts, caller, turnId),
  ])
  const ownsTurn = asked !== undefined && (conversationId === undefined || asked.conversationId === conversationId)
  const decision = resumeDecision({ cursor, head, ownsTurn, answered: answered !== undefined })
  switch (decision.kind) {
    case 'replay': {
      const { afterSeq, afresh } = decision
      const { conversationId: inConversation = '', timestamp = '' } = asked ?? {}
      const { turnTimeoutMs, asyncTimeoutMs } = parts.config
      // It may be one that nobody had to wait for.
      const until = Date.parse(timestamp) + Math.max(turnTimeoutMs, asyncTimeoutMs) + ENDING_SPARE_MS
      const turn = { caller, turnId, conversationId: inConversation, until }
      return { kind: 'events', turn, afterSeq, afresh }
    }
    case 'stored':
      return { kind: 'stored', turnId, ending: await storedEnding(parts, caller, turnId) }
    default:
      return { kind: 'gone' }
  }
}
