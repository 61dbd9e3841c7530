import type { Connection, QueryFilter } from 'mongoose'
import { type Caller, scopeOf } from '../../../access/rules/caller.ts'
import type { ConversationDocument } from '../../../ask/store/conversations.ts'
import type { Session } from '../rules/session.ts'

type Filter = QueryFilter<ConversationDocument>

/**
 * Conversations without a session id and without a tombstone: `null` matches absent fields and, unlike `$exists`, from the
 * index alone.
 */
const IMPLICIT = { sessionId: null, leavingAt: null } as const

const SHOWN = { organizationId: 1, scopeId: 1, tenantId: 1, databaseId: 1, lastMessageAt: 1, createdAt: 1 } as const

type ShownDocument = Pick<ConversationDocument, '_id' | keyof typeof SHOWN>

/** The owner of a session id: a session is continued by the same organization, scope and tenant, with any of its keys. */
export const sessionOwner = (caller: Caller) => ({
  organizationId: caller.organizationId,
  scopeId: scopeOf(caller),
  tenantId: caller.tenantId ?? null,
})

/**
 * Implicit sessions: a conversation without a `sessionId` is a session with its own id, and no document of `sessions`
 * is written for it. Filters name the organization and what else the conversation must match.
 */
export const implicitSessionStore = (connection: Connection) => {
  const model = connection.model<ConversationDocument>('Conversation')
  return {
    async find(own: Filter, id: string): Promise<Session | undefined> {
      const found = await model.findOne({ ...own, ...IMPLICIT, _id: id }, SHOWN).lean()
      return found === null ? undefined : sessionFrom(found)
    },
    async count(own: Filter): Promise<number> {
      return await model.countDocuments({ ...own, ...IMPLICIT })
    },
    /** Most recently used first, ties by id. */
    async list(own: Filter, skip: number, limit: number): Promise<readonly Session[]> {
      const sorted = model.find({ ...own, ...IMPLICIT }, SHOWN).sort({ lastMessageAt: -1, _id: 1 })
      return (await sorted.skip(skip).limit(limit).lean()).map(sessionFrom)
    },
    /** Stores the session id, so that the session needs a document of `sessions`. @returns false if there is none */
    async makeExplicit(own: Filter, id: string): Promise<boolean> {
      return (await model.updateOne({ ...own, ...IMPLICIT, _id: id }, { $set: { sessionId: id } })).matchedCount === 1
    },
  }
}

const sessionFrom = ({ _id: id, organizationId, scopeId, tenantId, ...found }: ShownDocument): Session => ({
  id,
  organizationId,
  scopeId,
  ...(tenantId === undefined ? {} : { tenantId }),
  latest: { databaseId: found.databaseId, conversationId: id },
  conversations: { [found.databaseId]: id },
  createdAt: found.createdAt.toISOString(),
  lastUsedAt: found.lastMessageAt.toISOString(),
})
