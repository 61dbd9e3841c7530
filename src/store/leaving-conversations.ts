import type { Connection } from 'mongoose'
import type { Caller } from '../domain/access/caller.ts'
import { visibleTo } from '../domain/access/visibility.ts'
import type { ConversationDocument } from './conversations.ts'
import { LEAVES, leftBehind, STAYS, SWEPT_MAX } from './leaving.ts'

/** No user has this number. */
const NOBODY = 0

/** The parts of a conversation that are kept beside it. */
interface Parts {
  deleteMessages(owner: Caller, conversationId: string): Promise<void>
  deleteResults(owner: Caller, conversationId: string): Promise<void>
  deleteExports(owner: Caller, conversationId: string): Promise<void>
  withdrawVotesOf(owner: Caller, conversationId: string): Promise<void>
  removeConversationShares(owner: Caller, conversationId: string): Promise<void>
}

/** A conversation is marked, then goes what is kept of it, then itself: after any failure the same once more finishes it. */
export const leavingConversationVerbs = (
  connection: Connection,
  { deleteMessages, deleteResults, deleteExports, withdrawVotesOf, removeConversationShares }: Parts,
) => {
  const model = connection.model<ConversationDocument>('Conversation')
  const erase = async (owner: Caller, _id: string): Promise<void> => {
    await removeConversationShares(owner, _id)
    await withdrawVotesOf(owner, _id)
    await deleteMessages(owner, _id)
    await deleteResults(owner, _id)
    await deleteExports(owner, _id)
    await model.deleteOne({ _id, organizationId: owner.organizationId, ...LEAVES })
  }
  /** Marks a conversation: nobody sees it or anything in it from here on. @returns false when there is none, marked or not */
  const leaveConversation = async (caller: Caller, id: string): Promise<boolean> => {
    const own = { _id: id, ...visibleTo(caller) }
    const { matchedCount } = await model.updateOne({ ...own, ...STAYS }, { $set: { leavingAt: new Date() } })
    return matchedCount === 1 || (await model.exists(own)) !== null
  }
  return {
    leaveConversation,
    /** Deletes a conversation with its messages, results and exports. @returns false when there was none */
    async removeConversation(caller: Caller, id: string): Promise<boolean> {
      if (!(await leaveConversation(caller, id))) return false
      await erase(caller, id)
      return true
    },
    /** Finishes what was begun a while ago and nobody has finished. */
    async sweepConversations(now: Date): Promise<void> {
      const whose = { organizationId: 1, scopeId: 1, tenantId: 1 }
      const found = await model.find(leftBehind(now), whose).limit(SWEPT_MAX).lean()
      for (const { _id, organizationId, scopeId, tenantId } of found) {
        const tenant = tenantId === undefined ? {} : { tenantId }
        await erase({ organizationId, scopeId, ...tenant, kind: 'organization', userId: NOBODY }, _id)
      }
    },
  }
}
