import type { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import type { Conversation } from '../../../ask/rules/history/conversation.ts'
import { runningTurn } from '../../../ask/turns/running-turn.ts'
import type { RouteParts } from '../../route-parts.ts'
import type { ConversationItem } from './conversation-schema.ts'

/** A conversation as a list item, with its running turn. */
export const conversationData = async (
  app: Pick<RouteParts, 'config' | 'turns'>,
  caller: Caller,
  conversation: Conversation,
): Promise<z.input<typeof ConversationItem>> => {
  const { sessionId: _, unansweredTurnId: __, tenantId = null, ...item } = conversation
  return { ...item, tenantId, turnId: (await runningTurn(app, caller, conversation)) ?? null }
}
