import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DocumentOwner, isVisible, visibleTo } from '../../../access/rules/visibility.ts'
import { keyedMutex } from '../../../store/keyed-mutex.ts'
import { OWNED_FIELDS } from '../../../store/owned-fields.ts'
import { tokenDigest } from '../../accounts/store/token-kind.ts'
import { SHARES_PER_MESSAGE_MAX, SHARES_PER_ORGANIZATION_MAX, type ShareLink } from '../rules/share-link.ts'
import type { SharedAnswer } from '../rules/shared-answer.ts'

interface ShareDocument extends DocumentOwner, Omit<ShareLink, 'id' | keyof DocumentOwner> {
  _id: string
  /** Digest of the token: the store does not allow opening a link. */
  digest: string
  /** The shared answer as JSON text: column names are arbitrary text, which is not allowed in document keys. */
  json: string
}

const schema = new Schema<ShareDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    messageId: { type: String, required: true },
    conversationId: { type: String, required: true },
    digest: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
    includesQuery: { type: Boolean, required: true },
    json: { type: String, required: true },
  },
  { versionKey: false },
)
schema.index({ digest: 1 })
schema.index({ conversationId: 1 })
schema.index({ organizationId: 1, messageId: 1, expiresAt: 1 })
schema.index({ organizationId: 1, expiresAt: 1 })
schema.index({ organizationId: 1, databaseId: 1 })

/** Share links, each with its snapshot of the answer. */
export const shareStore = (connection: Connection) => {
  const model = connection.model<ShareDocument>('Share', schema, 'shares')
  const inTurn = keyedMutex()
  const exceedsLimits = async ({ organizationId, messageId, createdAt }: ShareLink): Promise<boolean> => {
    const own = { organizationId, expiresAt: { $gt: createdAt } }
    const [ofMessage, ofAll] = await Promise.all([
      model.countDocuments({ ...own, messageId }),
      model.countDocuments(own),
    ])
    return ofMessage > SHARES_PER_MESSAGE_MAX || ofAll > SHARES_PER_ORGANIZATION_MAX
  }
  return {
    /**
     * Stores a link with its snapshot; replaces a link with the same id.
     * @returns false if the maximum number of links is reached
     */
    async add(link: ShareLink, token: string, answer: SharedAnswer): Promise<boolean> {
      const { id: _id, ...fields } = link
      const { organizationId } = link
      const set = { ...fields, digest: tokenDigest(token), json: JSON.stringify(answer) }
      // Written before counting: concurrent processes cannot exceed the limit in any order.
      return await inTurn(String(organizationId), async () => {
        await model.updateOne({ _id, organizationId }, { $set: set }, { upsert: true })
        if (!(await exceedsLimits(link))) return true
        await model.deleteOne({ _id, organizationId })
        return false
      })
    },
    /** The link with this token and its snapshot, for any reader; undefined if there is none or it has expired. */
    async findByToken(
      token: string,
      now = new Date(),
    ): Promise<{ readonly link: ShareLink; readonly answer: SharedAnswer } | undefined> {
      const found = await model.findOne({ digest: tokenDigest(token), expiresAt: { $gt: now } }).lean()
      return found === null ? undefined : { link: linkOf(found), answer: JSON.parse(found.json) }
    },
    /** Active links of a message that the caller sees, latest expiry first. */
    async listOfMessage(caller: Caller, messageId: string, now = new Date()): Promise<ShareLink[]> {
      const found = await model
        .find({ organizationId: caller.organizationId, messageId, expiresAt: { $gt: now } }, { json: 0 })
        .sort({ expiresAt: -1 })
        .limit(SHARES_PER_MESSAGE_MAX)
        .lean()
      return found.filter((one) => isVisible(one, caller)).map(linkOf)
    },
    /**
     * Revokes a link.
     * @param isManager whether the caller may revoke all links of the organization, not only those of visible answers
     * @returns false if there is none that the caller may revoke
     */
    async remove(caller: Caller, id: string, isManager: boolean): Promise<boolean> {
      const own = { _id: id, organizationId: caller.organizationId }
      const found = await model.findOne(own, { json: 0 }).lean()
      if (found === null || !(isManager || isVisible(found, caller))) return false
      return (await model.deleteOne(own)).deletedCount === 1
    },
    /** Revokes the links to answers of a conversation. */
    async removeOfConversation(caller: Caller, conversationId: string): Promise<void> {
      await model.deleteMany({ conversationId, ...visibleTo(caller) })
    },
    /** Revokes the links to answers from a database. */
    async removeOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteMany({ organizationId, databaseId })
    },
    /** Revokes all links of an organization. */
    async removeAll({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ organizationId })
    },
    /** Deletes expired links: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const linkOf = ({
  _id,
  digest: _,
  json: __,
  ...fields
}: Omit<ShareDocument, 'json'> & { json?: string }): ShareLink => ({
  id: _id,
  ...fields,
})
