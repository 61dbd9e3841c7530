import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DocumentOwner, ownerOf, visibleTo } from '../../../access/rules/visibility.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { mergedPage } from '../../../store/merged-page.ts'
import { OWNED_FIELDS } from '../../../store/owned-fields.ts'
import type { Session } from '../rules/session.ts'
import { implicitSessionStore, sessionOwner } from './implicit-sessions.ts'

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

const keyOf = (caller: Caller, id: string): string => {
  const { organizationId, scopeId, tenantId } = sessionOwner(caller)
  return JSON.stringify([organizationId, scopeId, tenantId, id])
}

/** Sessions with a document, and implicit ones, which are derived from their conversation. */
export const sessionStore = (connection: Connection) => {
  const model = connection.model<SessionDocument>('Session', schema, 'sessions')
  const implicit = implicitSessionStore(connection)
  const findStored = async (caller: Caller, id: string): Promise<Session | undefined> => {
    const found = await model.findById(keyOf(caller, id)).lean()
    return found === null ? undefined : sessionFrom(found)
  }
  return {
    /** The session of the caller's tenant and scope; an implicit one only if the caller sees its conversation. */
    async find(caller: Caller, id: string): Promise<Session | undefined> {
      return (
        (await findStored(caller, id)) ??
        (await implicit.find({ ...visibleTo(caller), ...sessionOwner(caller) }, id)) ??
        // Between the two reads, a concurrent turn may have created the document and made the conversation explicit.
        (await findStored(caller, id))
      )
    },
    /**
     * Creates a session with its first turn, and records the position of each turn. Idempotent per turn. If the id is that
     * of an implicit session, the document continues it, and the session is implicit no longer.
     */
    async recordTurn(
      caller: Caller,
      id: string,
      turn: { readonly databaseId: string; readonly conversationId: string; readonly askedAt: string },
    ): Promise<void> {
      const { databaseId, conversationId } = turn
      const at = new Date(turn.askedAt)
      const earlier = await implicit.find(sessionOwner(caller), id)
      const own = { _id: keyOf(caller, id) }
      const set = {
        latest: { databaseId, conversationId },
        [`conversations.${databaseId}`]: conversationId,
        lastUsedAt: at,
      }
      const created = {
        sessionId: id,
        ...ownerOf(caller, databaseId),
        createdAt: earlier === undefined ? at : new Date(earlier.createdAt),
        ...earlierPosition(earlier, databaseId),
      }
      try {
        await model.updateOne(own, { $set: set, $setOnInsert: created }, { upsert: true })
      } catch (error) {
        // A concurrent turn has created the session.
        if (!isDuplicateKey(error)) throw error
        await model.updateOne(own, { $set: set })
      }
      // Only now that the document exists, so that an interruption loses no session; a repeated step completes it.
      if (earlier !== undefined) await implicit.makeExplicit(sessionOwner(caller), id)
    },
    /** The sessions of the caller's organization or of one scope, most recently used first. */
    async list(caller: OrganizationRef, page: NumberedPage, scopeId?: string): Promise<ItemPage<Session>> {
      const own = { organizationId: caller.organizationId, ...(scopeId === undefined ? {} : { scopeId }) }
      const stored = {
        count: () => model.countDocuments(own),
        async read(skip: number, limit: number) {
          const sorted = model.find(own).sort({ lastUsedAt: -1, _id: 1 })
          return (await sorted.skip(skip).limit(limit).lean()).map(sessionFrom)
        },
      }
      const derived = {
        count: () => implicit.count(own),
        read: (skip: number, limit: number) => implicit.list(own, skip, limit),
      }
      return await mergedPage(page, [stored, derived], lastUsedFirst)
    },
    /** A session of the caller's organization in any scope; of several with the same id, the most recently used one. */
    async findInOrganization({ organizationId }: OrganizationRef, id: string): Promise<Session | undefined> {
      const [found, derived] = await Promise.all([
        model.findOne({ organizationId, sessionId: id }).sort({ lastUsedAt: -1 }).lean(),
        implicit.find({ organizationId }, id),
      ])
      const stored = found === null ? [] : [sessionFrom(found)]
      return [...stored, ...(derived === undefined ? [] : [derived])].toSorted(lastUsedFirst).at(0)
    },
    /** Deletes all sessions of an organization with this id; conversations stay. @returns false if there are none */
    async remove({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      const wasImplicit = await implicit.makeExplicit({ organizationId }, id)
      const { deletedCount } = await model.deleteMany({ organizationId, sessionId: id })
      return wasImplicit || deletedCount > 0
    },
  }
}

const lastUsedFirst = (one: Session, other: Session): number =>
  Date.parse(other.lastUsedAt) - Date.parse(one.lastUsedAt)

/** The conversation of an implicit session, unless the turn replaces it with its own. */
const earlierPosition = (earlier: Session | undefined, databaseId: string): Readonly<Record<string, string>> =>
  earlier === undefined || earlier.latest.databaseId === databaseId
    ? {}
    : { [`conversations.${earlier.latest.databaseId}`]: earlier.latest.conversationId }

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
