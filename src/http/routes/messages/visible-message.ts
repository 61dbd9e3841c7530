import type { Caller } from '../../../access/rules/caller.ts'
import type { Conversation } from '../../../ask/rules/history/conversation.ts'
import type { Message } from '../../../ask/rules/history/message.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { RouteParts } from '../../route-parts.ts'

/**
 * A message that the caller may see, with its conversation; messages of a deleted conversation are not found.
 *
 * @throws Problem `message_not_found`
 */
export const visibleMessage = async (
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<{ readonly message: Message; readonly conversation: Conversation }> => {
  const message = await store.messages.find(caller, id)
  const conversation = message && (await store.conversations.find(caller, message.conversationId))
  if (message === undefined || conversation === undefined) throw new Problem('message_not_found')
  return { message, conversation }
}
