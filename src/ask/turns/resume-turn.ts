import type { Caller } from '../../access/rules/caller.ts'
import { addDiagnostics } from '../../platform/tracing/diagnostic-context.ts'
import { type Cursor, resumeDecision } from './resume-decision.ts'
import { longestUntil } from './stalled-turn-ending.ts'
import { storedEnding } from './stored-ending.ts'
import type { StreamSource } from './stream-source.ts'
import { turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'

/**
 * Continues the events of a turn from the reader's position; never starts a turn.
 *
 * @param conversationId the conversation in the request; undefined if there is none
 */
export const resumeTurn = async (
  parts: Pick<TurnParts, 'config' | 'store' | 'stream'>,
  caller: Caller,
  cursor: Cursor,
  conversationId: string | undefined,
): Promise<StreamSource> => {
  const turnId = cursor.kind === 'at' ? cursor.turnId : ''
  // A reader with a cursor has seen the turn's first event, and the question is stored before that.
  const [head, { asked, answered }] = await Promise.all([
    parts.stream.log.head(turnId),
    turnMessages(parts, caller, turnId),
  ])
  const ownsTurn = asked !== undefined && (conversationId === undefined || asked.conversationId === conversationId)
  if (ownsTurn) addDiagnostics({ turnId })
  const decision = resumeDecision({ cursor, head, ownsTurn, answered: answered !== undefined })
  switch (decision.kind) {
    case 'replay': {
      const { afterSeq, needsReset } = decision
      const { conversationId: storedConversationId = '', timestamp = '' } = asked ?? {}
      const until = longestUntil(parts.config, timestamp)
      const turn = { caller, turnId, conversationId: storedConversationId, until }
      return { kind: 'events', turn, afterSeq, needsReset }
    }
    case 'stored':
      return { kind: 'stored', turnId, ending: await storedEnding(parts, caller, turnId) }
    default:
      return { kind: 'gone' }
  }
}
