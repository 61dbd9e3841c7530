import { type Connection, type QueryFilter, Schema } from 'mongoose'
import { type Caller, scopeOf } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DocumentOwner, ownerOf } from '../../../access/rules/visibility.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import { OWNED_FIELDS } from '../../../store/owned-fields.ts'
import type { Session } from '../rules/session.ts'

interface SessionDocument extends DocumentOwner {
  /** The owner and `sessionId`: clients choose session ids, so two owners may choose the same one. */
  _id: string
  sessionId: string
  latest: { databaseId: string; conversationId: string }
  conversations: Record<string, string>
  createdAt: Date
  lastUsedAt: Date
}

const schema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    sessionId: { type: String, required: true },
    latest: { type: Schema.Types.Mixed, required: true },
    conversations: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
)
schema.index({ organizationId: 1, lastUsedAt: -1, _id: 1 })
schema.index({ organizationId: 1, scopeId: 1, lastUsedAt: -1, _id: 1 })
schema.index({ organizationId: 1, sessionId: 1, lastUsedAt: -1 })

const keyOf = (caller: Caller, id: string): string =>
  JSON.stringify([caller.organizationId, scopeOf(caller), caller.tenantId ?? null, id])

export const sessionStore = (connection: Connection) => {
  const model = connection.model<SessionDocument>('Session', schema, 'sessions')
  return {
    async find(caller: Caller, id: string): Promise<Session | undefined> {
      const found = await model.findById(keyOf(caller, id)).lean()
      return found === null ? undefined : sessionFrom(found)
    },
    /** Creates a session with its first turn, and records the position of each turn. Idempotent per turn. */
    async recordTurn(
      caller: Caller,
      id: string,
      turn: { readonly databaseId: string; readonly conversationId: string; readonly askedAt: string },
    ): Promise<void> {
      const { databaseId, conversationId } = turn
      const at = new Date(turn.askedAt)
      const own = { _id: keyOf(caller, id) }
      const set = {
        latest: { databaseId, conversationId },
        [`conversations.${databaseId}`]: conversationId,
        lastUsedAt: at,
      }
      const created = { sessionId: id, ...ownerOf(caller, databaseId), createdAt: at }
      try {
        await model.updateOne(own, { $set: set, $setOnInsert: created }, { upsert: true })
      } catch (error) {
        // A concurrent turn has created the session.
        if (!isDuplicateKey(error)) throw error
        await model.updateOne(own, { $set: set })
      }
    },
    /** The sessions of the caller's organization or of one scope, most recently used first. */
    async list(caller: OrganizationRef, page: NumberedPage, scopeId?: string): Promise<ItemPage<Session>> {
      const own: QueryFilter<SessionDocument> = {
        organizationId: caller.organizationId,
        ...(scopeId === undefined ? {} : { scopeId }),
      }
      const sorted = model.find(own).sort({ lastUsedAt: -1, _id: 1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, sessionFrom)
    },
    /** A session of the caller's organization in any scope; of several with the same id, the most recently used one. */
    async findInOrganization(caller: OrganizationRef, id: string): Promise<Session | undefined> {
      const own = { organizationId: caller.organizationId, sessionId: id }
      const found = await model.findOne(own).sort({ lastUsedAt: -1 }).lean()
      return found === null ? undefined : sessionFrom(found)
    },
    /** Deletes all sessions of an organization with this id; conversations stay. @returns false if there are none */
    async remove(caller: OrganizationRef, id: string): Promise<boolean> {
      const { deletedCount } = await model.deleteMany({ organizationId: caller.organizationId, sessionId: id })
      return deletedCount > 0
    },
  }
}

const sessionFrom = (found: SessionDocument): Session => ({
  id: found.sessionId,
  organizationId: found.organizationId,
  scopeId: found.scopeId,
  ...(found.tenantId === undefined ? {} : { tenantId: found.tenantId }),
  latest: found.latest,
  conversations: found.conversations,
  createdAt: found.createdAt.toISOString(),
  lastUsedAt: found.lastUsedAt.toISOString(),
})
