import type { Connection } from 'mongoose'
import { type Caller, organizationCaller } from '../../access/rules/caller.ts'
import { visibleTo } from '../../access/rules/visibility.ts'
import { interruptedDeletion, SWEEP_DELETIONS_MAX, WITH_TOMBSTONE, WITHOUT_TOMBSTONE } from '../../store/tombstone.ts'
import type { ConversationDocument } from './conversations.ts'

/** A collection with documents that belong to a conversation. */
interface ConversationPart {
  removeOfConversation(owner: Caller, conversationId: string): Promise<void>
}

/**
 * Deletes conversations: a conversation is marked, then its parts are removed, then itself. Repeating a failed deletion
 * completes it.
 *
 * @param parts in the order in which they are removed
 */
export const conversationDeletionStore = (connection: Connection, parts: readonly ConversationPart[]) => {
  const model = connection.model<ConversationDocument>('Conversation')
  const erase = async (owner: Caller, _id: string): Promise<void> => {
    for (const part of parts) await part.removeOfConversation(owner, _id)
    await model.deleteOne({ _id, organizationId: owner.organizationId, ...WITH_TOMBSTONE })
  }
  /** Marks a conversation as deleted, which hides it and its content. @returns false if there is none, marked or not */
  const markPendingDeletion = async (caller: Caller, id: string): Promise<boolean> => {
    const own = { _id: id, ...visibleTo(caller) }
    const { matchedCount } = await model.updateOne(
      { ...own, ...WITHOUT_TOMBSTONE },
      { $set: { leavingAt: new Date() } },
    )
    return matchedCount === 1 || (await model.exists(own)) !== null
  }
  return {
    markPendingDeletion,
    /** Deletes a conversation with its messages, results and exports. @returns false if there was none */
    async remove(caller: Caller, id: string): Promise<boolean> {
      if (!(await markPendingDeletion(caller, id))) return false
      await erase(caller, id)
      return true
    },
    /** Completes deletions that were interrupted a while ago. */
    async sweep(now: Date): Promise<void> {
      const ownerFields = { organizationId: 1, scopeId: 1, tenantId: 1 }
      const found = await model.find(interruptedDeletion(now), ownerFields).limit(SWEEP_DELETIONS_MAX).lean()
      for (const conversation of found)
        await erase(organizationCaller(conversation.organizationId, conversation), conversation._id)
    },
  }
}
