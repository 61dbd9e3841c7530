import type { Caller } from '../../access/rules/caller.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { addDiagnostics } from '../../platform/tracing/diagnostic-context.ts'
import { assistantMessageId, userMessageId } from '../rules/history/message.ts'
import type { TurnParts } from './turn-parts.ts'

/**
 * Cancels a turn, down to its statement in the customer's database.
 *
 * @returns false if it has ended already
 * @throws Problem `turn_not_found` if the caller sees no such turn, `worker_unavailable` when Temporal does not answer
 */
export const stopTurn = async (
  { store, turns }: Pick<TurnParts, 'store' | 'turns'>,
  caller: Caller,
  turnId: string,
): Promise<boolean> => {
  const asked = await store.messages.find(caller, userMessageId(turnId))
  if (asked === undefined) throw new Problem('turn_not_found')
  addDiagnostics({ turnId })
  const { conversationId } = asked
  const { organizationId } = caller
  // Temporal may accept a cancellation of an ended workflow without an error.
  const answered = (await store.messages.find(caller, assistantMessageId(turnId))) !== undefined
  if (answered) return false
  // A local step of another process reads this before Temporal delivers the cancellation.
  await store.messages.cancel(caller, asked.id)
  return await turns.cancel({ turnId, conversationId, organizationId })
}
