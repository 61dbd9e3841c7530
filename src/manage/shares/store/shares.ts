import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { isVisible, type Owned, visibleTo } from '../../../access/rules/visibility.ts'
import { oneAtATime } from '../../../store/one-at-a-time.ts'
import { OWNED_FIELDS } from '../../../store/owned-fields.ts'
import { tokenDigest } from '../../accounts/store/kept-token.ts'
import { SHARES_OF_MESSAGE_MAX, SHARES_OF_ORGANIZATION_MAX, type ShareLink } from '../rules/share-link.ts'
import type { SharedAnswer } from '../rules/shared-answer.ts'

interface ShareDocument extends Owned, Omit<ShareLink, 'id' | keyof Owned> {
  _id: string
  /** Of its token: who reads the store opens no link by it. */
  digest: string
  /** The shared answer as JSON text: names of columns are free text, which document keys are not. */
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

/** Links to answers, each with its copy of the answer. */
export const shareStore = (connection: Connection) => {
  const model = connection.model<ShareDocument>('Share', schema, 'shares')
  const inTurn = oneAtATime()
  const isBeyondBounds = async ({ organizationId, messageId, createdAt }: ShareLink): Promise<boolean> => {
    const own = { organizationId, expiresAt: { $gt: createdAt } }
    const [ofMessage, ofAll] = await Promise.all([
      model.countDocuments({ ...own, messageId }),
      model.countDocuments(own),
    ])
    return ofMessage > SHARES_OF_MESSAGE_MAX || ofAll > SHARES_OF_ORGANIZATION_MAX
  }
  return {
    /**
     * Stores a link with what it shows; the same link once more takes the place of the first.
     * @returns false where as many work as may
     */
    async add(link: ShareLink, token: string, answer: SharedAnswer): Promise<boolean> {
      const { id: _id, ...fields } = link
      const { organizationId } = link
      const set = { ...fields, digest: tokenDigest(token), json: JSON.stringify(answer) }
      // Counted with itself: of several processes at once none goes beyond what is allowed, whatever the order.
      return await inTurn(String(organizationId), async () => {
        await model.updateOne({ _id, organizationId }, { $set: set }, { upsert: true })
        if (!(await isBeyondBounds(link))) return true
        await model.deleteOne({ _id, organizationId })
        return false
      })
    },
    /** The link with this token and what it shows, whoever asks; undefined where there is none, or it has expired. */
    async findByToken(
      token: string,
      now = new Date(),
    ): Promise<{ readonly link: ShareLink; readonly answer: SharedAnswer } | undefined> {
      const found = await model.findOne({ digest: tokenDigest(token), expiresAt: { $gt: now } }).lean()
      return found === null ? undefined : { link: linkOf(found), answer: JSON.parse(found.json) }
    },
    /** Links of a message that work, where the caller may see what they show; the one that lasts longest first. */
    async listOfMessage(caller: Caller, messageId: string, now = new Date()): Promise<ShareLink[]> {
      const found = await model
        .find({ organizationId: caller.organizationId, messageId, expiresAt: { $gt: now } }, { json: 0 })
        .sort({ expiresAt: -1 })
        .limit(SHARES_OF_MESSAGE_MAX)
        .lean()
      return found.filter((one) => isVisible(one, caller)).map(linkOf)
    },
    /**
     * Ends a link.
     * @param isManager whether the caller manages all links of the organization, and not only those of what it sees
     * @returns false where there was none that the caller could end
     */
    async remove(caller: Caller, id: string, isManager: boolean): Promise<boolean> {
      const own = { _id: id, organizationId: caller.organizationId }
      const found = await model.findOne(own, { json: 0 }).lean()
      if (found === null || !(isManager || isVisible(found, caller))) return false
      return (await model.deleteOne(own)).deletedCount === 1
    },
    /** Ends the links to answers of a conversation. */
    async removeOfConversation(caller: Caller, conversationId: string): Promise<void> {
      await model.deleteMany({ conversationId, ...visibleTo(caller) })
    },
    /** Ends the links to answers from a database. */
    async removeOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteMany({ organizationId, databaseId })
    },
    /** Ends all links of an organization. */
    async removeAll({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ organizationId })
    },
    /** Forgets what has expired: not every store does so by itself. */
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
