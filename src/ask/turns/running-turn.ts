import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Conversation } from '../rules/history/conversation.ts'
import { longestUntil } from './stalled-turn-ending.ts'
import type { TurnParts } from './turn-parts.ts'

/**
 * The running turn of a conversation; undefined if there is none. A question without an answer may belong to a turn
 * that was terminated in Temporal, so Temporal is asked. If it does not answer, the turn counts as running for the
 * maximum duration of a turn.
 */
export const runningTurn = async (
  { config, turns }: Pick<TurnParts, 'turns'> & { readonly config: Pick<TurnParts['config'], TurnTimes> },
  { organizationId }: OrganizationRef,
  { id: conversationId, unansweredTurnId: turnId, lastMessageAt }: Conversation,
): Promise<string | undefined> => {
  if (turnId === undefined) return undefined
  if (longestUntil(config, lastMessageAt) < Date.now()) return undefined
  const runs = await turns.isRunning({ turnId, conversationId, organizationId }).catch(() => true)
  return runs ? turnId : undefined
}

type TurnTimes = 'turnTimeoutMs' | 'asyncTimeoutMs'
