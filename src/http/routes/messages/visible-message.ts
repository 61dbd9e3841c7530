import type { Caller } from '../../../domain/access/caller.ts'
import type { Message } from '../../../domain/history/message.ts'
import { Problem } from '../../../domain/problem.ts'
import type { RouteParts } from '../../route-parts.ts'

/**
 * A message that the caller may see. What was said in a conversation that is being removed is gone with it.
 *
 * @throws Problem `message_not_found`
 */
export const visibleMessage = async (
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<Message> => {
  const message = await store.message(caller, id)
  const isThere = message !== undefined && (await store.conversation(caller, message.conversationId)) !== undefined
  if (!isThere) throw new Problem('message_not_found')
  return message
}
