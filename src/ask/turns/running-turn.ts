import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Conversation } from '../rules/history/conversation.ts'
import { ENDING_SPARE_MS } from './silent-ending.ts'
import type { TurnParts } from './turn-parts.ts'

/**
 * The turn that runs in a conversation now; undefined where none does. A question without an answer may be one whose turn was
 * ended from outside: Temporal knows. Where that does not answer, the turn is taken to run for as long as one may.
 */
export const runningTurn = async (
  { config, turns }: Pick<TurnParts, 'turns'> & { readonly config: Pick<TurnParts['config'], TurnTimes> },
  { organizationId }: OrganizationRef,
  { id: conversationId, unansweredTurnId: turnId, lastMessageAt }: Conversation,
): Promise<string | undefined> => {
  if (turnId === undefined) return undefined
  const longestMs = Math.max(config.turnTimeoutMs, config.asyncTimeoutMs) + ENDING_SPARE_MS
  if (Date.parse(lastMessageAt) + longestMs < Date.now()) return undefined
  const runs = await turns.isRunning({ turnId, conversationId, organizationId }).catch(() => true)
  return runs ? turnId : undefined
}

type TurnTimes = 'turnTimeoutMs' | 'asyncTimeoutMs'
