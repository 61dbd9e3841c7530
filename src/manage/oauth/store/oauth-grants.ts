import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import { OAUTH_GRANTS_MAX, OAUTH_IDLE_S, type OAuthGrant } from '../rules/oauth-grant.ts'

interface OAuthGrantDocument extends Omit<OAuthGrant, 'id'> {
  readonly _id: string
}

const schema = new Schema<OAuthGrantDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    clientId: { type: String, required: true },
    clientName: { type: String, required: true },
    redirectHost: { type: String, required: true },
    resource: { type: String, required: true },
    databaseIds: { type: [String], required: true },
    tenantId: String,
    scopeId: String,
    provider: String,
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, userId: 1, createdAt: -1 })
schema.index({ organizationId: 1, createdAt: -1 })

/** Interval of writes of `lastUsedAt`: a client sends many requests for one answer. */
const USE_INTERVAL_MS = 60_000

/** Maximum grants in a list of an organization. */
const LISTED_MAX = 1_000

/** Grants of OAuth clients. Without its grant, no token is valid. */
export const oauthGrantStore = (connection: Connection) => {
  const model = connection.model<OAuthGrantDocument>('OAuthGrant', schema, 'oauth_grants')
  return {
    /** Stores a grant, idempotent by its id; the oldest ones of the user over the limit end. */
    async add({ id: _id, ...fields }: OAuthGrant): Promise<void> {
      const { organizationId, userId } = fields
      await insertIfAbsent(() => model.create({ _id, ...fields }))
      const older = await model
        .find({ organizationId, userId }, { _id: 1 })
        .sort({ createdAt: -1 })
        .skip(OAUTH_GRANTS_MAX)
        .limit(OAUTH_GRANTS_MAX)
        .lean()
      if (older.length > 0) await model.deleteMany({ organizationId, _id: { $in: older.map((one) => one._id) } })
    },
    async find({ organizationId }: OrganizationRef, id: string, now = new Date()): Promise<OAuthGrant | undefined> {
      const found = await model.findOne({ _id: id, organizationId }).lean()
      return found === null || found.expiresAt <= now ? undefined : grantOf(found)
    },
    /** For the authorization server, whose tokens name the grant and not the organization. */
    async findById(id: string, now = new Date()): Promise<OAuthGrant | undefined> {
      const found = await model.findById(id).lean()
      return found === null || found.expiresAt <= now ? undefined : grantOf(found)
    },
    /** Grants, latest first. @param userId whose; those of all users without it */
    async list(
      { organizationId }: OrganizationRef,
      userId: number | undefined,
      now = new Date(),
    ): Promise<readonly OAuthGrant[]> {
      const own = { organizationId, ...(userId === undefined ? {} : { userId }), expiresAt: { $gt: now } }
      return (await model.find(own).sort({ createdAt: -1 }).limit(LISTED_MAX).lean()).map(grantOf)
    },
    /** Records a use, at most once a minute. */
    async recordUse({ id, organizationId, lastUsedAt }: OAuthGrant, now = new Date()): Promise<void> {
      if (lastUsedAt !== undefined && now.getTime() - lastUsedAt.getTime() < USE_INTERVAL_MS) return
      await model.updateOne({ _id: id, organizationId }, { $set: { lastUsedAt: now } })
    },
    /** Extends a grant whose tokens were refreshed. */
    async extend(id: string, now = new Date()): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { expiresAt: new Date(now.getTime() + OAUTH_IDLE_S * 1000) } })
    },
    /** @returns false if there is none */
    async remove({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      return (await model.deleteOne({ _id: id, organizationId })).deletedCount === 1
    },
    /** Ends all grants of a user. */
    async endOfUser({ organizationId }: OrganizationRef, userId: number): Promise<void> {
      await model.deleteMany({ organizationId, userId })
    },
    /** Ends the grants that were made in logins at providers. @param but the key of a provider whose grants continue */
    async endOfProvider({ organizationId }: OrganizationRef, but?: string): Promise<void> {
      const others = but === undefined ? {} : { $ne: but }
      await model.deleteMany({ organizationId, provider: { $exists: true, ...others } })
    },
    /** Ends the grants that were made in logins with passwords. @param but users whose grants continue */
    async endOfPassword({ organizationId }: OrganizationRef, but: readonly number[]): Promise<void> {
      await model.deleteMany({ organizationId, provider: { $exists: false }, userId: { $nin: [...but] } })
    },
    /** Deletes expired grants: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const grantOf = ({ _id, ...fields }: OAuthGrantDocument): OAuthGrant => ({ id: _id, ...fields })
