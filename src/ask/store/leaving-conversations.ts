import type { Connection } from 'mongoose'
import type { Caller } from '../../access/rules/caller.ts'
import { visibleTo } from '../../access/rules/visibility.ts'
import { LEAVES, leftBehind, STAYS, SWEPT_MAX } from '../../store/leaving.ts'
import type { ConversationDocument } from './conversations.ts'

/** No user has this number. */
const NOBODY = 0

/** A collection with documents that belong to a conversation. */
interface ConversationPart {
  removeOfConversation(owner: Caller, conversationId: string): Promise<void>
}

/**
 * A conversation is marked, then its parts are removed, then itself: repeating it after a failure completes it.
 *
 * @param parts in the order in which they are removed
 */
export const leavingConversationStore = (connection: Connection, parts: readonly ConversationPart[]) => {
  const model = connection.model<ConversationDocument>('Conversation')
  const erase = async (owner: Caller, _id: string): Promise<void> => {
    for (const part of parts) await part.removeOfConversation(owner, _id)
    await model.deleteOne({ _id, organizationId: owner.organizationId, ...LEAVES })
  }
  /** Marks a conversation: nobody sees it or anything in it from here on. @returns false when there is none, marked or not */
  const markLeaving = async (caller: Caller, id: string): Promise<boolean> => {
    const own = { _id: id, ...visibleTo(caller) }
    const { matchedCount } = await model.updateOne({ ...own, ...STAYS }, { $set: { leavingAt: new Date() } })
    return matchedCount === 1 || (await model.exists(own)) !== null
  }
  return {
    markLeaving,
    /** Deletes a conversation with its messages, results and exports. @returns false when there was none */
    async remove(caller: Caller, id: string): Promise<boolean> {
      if (!(await markLeaving(caller, id))) return false
      await erase(caller, id)
      return true
    },
    /** Finishes what was begun a while ago and nobody has finished. */
    async sweep(now: Date): Promise<void> {
      const whose = { organizationId: 1, scopeId: 1, tenantId: 1 }
      const found = await model.find(leftBehind(now), whose).limit(SWEPT_MAX).lean()
      for (const { _id, organizationId, scopeId, tenantId } of found) {
        const tenant = tenantId === undefined ? {} : { tenantId }
        await erase({ organizationId, scopeId, ...tenant, kind: 'organization', userId: NOBODY }, _id)
      }
    },
  }
}
