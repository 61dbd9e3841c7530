import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { StoreClock } from '../../../platform/mongodb/store-clock.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import type { oauthGrantStore } from '../../oauth/store/oauth-grants.ts'
import { STORED_ID_TOKEN_MAX } from '../../sso/rules/sso-login.ts'
import {
  COOKIE_REUSE_GRACE_MS,
  type PortalSession,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSIONS_MAX,
} from '../rules/portal-session.ts'

interface PortalSessionDocument {
  _id: string
  organizationId: number
  userId: number
  /** Sealed. Refresh tokens derive from the seed and the generation. */
  seed: Buffer
  generation: number
  isCookieBased?: boolean
  /**
   * For cookie-based sessions: when each of the latest refresh tokens was replaced, by the store's clock; newest last.
   */
  replacedAt?: Date[]
  /** For logins at an identity provider: the key of the provider. */
  provider?: string
  /** Data to end the session at the provider. Sealed. */
  providerLogin?: Buffer
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<PortalSessionDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    seed: { type: Buffer, required: true },
    generation: { type: Number, required: true },
    isCookieBased: Boolean,
    replacedAt: { type: [Date], default: undefined },
    provider: String,
    providerLogin: Buffer,
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, userId: 1, createdAt: 1 })

/** A session and its current refresh token. */
export interface OpenSession {
  readonly session: PortalSession
  /** Returned only once. */
  readonly refreshToken: string
}

/** An issuer and the client id at it. */
interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
}

/** A session at an identity provider. */
interface ProviderLogin extends ProviderClient {
  readonly idToken: string
}

/** Grants of OAuth clients, which end with the logins in which they were made. */
type GrantsOfLogins = Pick<ReturnType<typeof oauthGrantStore>, 'endOfUser' | 'endOfProvider' | 'endOfPassword'>

/** The result of a refresh. `reused`: the token was used before, and its session has ended. */
type RefreshResult =
  | ({ readonly kind: 'refreshed' } & OpenSession)
  | { readonly kind: 'reused'; readonly session: PortalSession }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' }

/** More replacements than this within `COOKIE_REUSE_GRACE_MS` happen only if a page is reloaded in a loop. */
const REPLACED_AT_MAX = 10

const SHAPE = /^rt_([0-9a-f-]{36})_(\d{1,9})_([\w-]{43})$/

/**
 * Login sessions. A refresh token contains its session id and generation, authenticated by a MAC under the session's
 * seed: replaced tokens are recognized as long as the session exists, and no token is stored.
 */
export const portalSessionStore = (
  connection: Connection,
  { sealText, openText }: FieldCipher,
  clock: StoreClock,
  grants: GrantsOfLogins,
) => {
  const model = connection.model<PortalSessionDocument>('PortalSession', schema, 'portal_sessions')
  /** Undefined if it was sealed with a secret that is no longer configured. */
  const unseal = (sealed: Buffer): string | undefined => {
    try {
      return openText(sealed)
    } catch {
      return undefined
    }
  }
  /** The session of a current or replaced refresh token, if its MAC is valid. */
  const findPresented = async (text: string) => {
    const [, id, generationText, proof = ''] = SHAPE.exec(text) ?? []
    const found = id === undefined ? null : await model.findById(id).lean()
    const seed = found === null ? undefined : unseal(found.seed)
    const generation = Number(generationText)
    if (found === null || seed === undefined || !isEqual(proof, proofOf(seed, generation))) return undefined
    return generation > found.generation ? undefined : { found, seed, generation }
  }
  /** The cookie-based session, if it replaced this generation within `COOKIE_REUSE_GRACE_MS`. */
  const justReplaced = async (_id: string, generation: number): Promise<PortalSessionDocument | undefined> => {
    const current = await model.findById(_id).lean()
    const replacedAt = current?.replacedAt?.at(generation - current.generation)
    if (current === null || replacedAt === undefined) return undefined
    return (await clock.now()) - replacedAt.getTime() <= COOKIE_REUSE_GRACE_MS ? current : undefined
  }
  return {
    /** Starts a session; the oldest ones over the limit end. */
    async add(
      { organizationId }: OrganizationRef,
      userId: number,
      { isCookieBased = false }: { readonly isCookieBased?: boolean | undefined } = {},
      now = new Date(),
    ): Promise<OpenSession> {
      const seed = randomBytes(32).toString('base64url')
      const document: PortalSessionDocument = {
        _id: uuidv7(),
        organizationId,
        userId,
        seed: sealText(seed),
        generation: 0,
        ...(isCookieBased ? { isCookieBased } : {}),
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
      }
      const older = await model
        .find({ organizationId, userId }, { _id: 1 })
        .sort({ createdAt: -1 })
        .skip(SESSIONS_MAX - 1)
        .limit(SESSIONS_MAX)
        .lean()
      if (older.length > 0) await model.deleteMany({ organizationId, _id: { $in: older.map(({ _id }) => _id) } })
      await model.create(document)
      return { session: sessionOf(document), refreshToken: tokenOf(document, seed) }
    },
    /** A session that has not ended. */
    async find({ organizationId }: OrganizationRef, id: string, now = new Date()): Promise<PortalSession | undefined> {
      const found = await model.findOne({ _id: id, organizationId }).lean()
      return found === null || found.expiresAt <= now ? undefined : sessionOf(found)
    },
    /** The session whose current refresh token this is; the token is not consumed. */
    async findByToken(text: string, now = new Date()): Promise<PortalSession | undefined> {
      const presented = await findPresented(text)
      if (presented === undefined || presented.generation !== presented.found.generation) return undefined
      return presented.found.expiresAt <= now ? undefined : sessionOf(presented.found)
    },
    /**
     * Replaces a refresh token. Of two concurrent uses, one succeeds and the other ends the session. A cookie replaced
     * within `COOKIE_REUSE_GRACE_MS` gets the current token and ends nothing.
     * @param isFromCookie whether the token was sent as a cookie
     */
    async refresh(
      text: string,
      { isFromCookie = false }: { readonly isFromCookie?: boolean } = {},
      now = new Date(),
    ): Promise<RefreshResult> {
      const presented = await findPresented(text)
      if (presented === undefined) return { kind: 'unknown' }
      const { found, seed, generation } = presented
      if (found.expiresAt <= now) return { kind: 'expired' }
      const latest = found.createdAt.getTime() + SESSION_MAX_MS
      const expiresAt = new Date(Math.min(now.getTime() + SESSION_IDLE_MS, latest))
      const next = { ...found, generation: generation + 1, expiresAt }
      const isCookieBased = found.isCookieBased === true
      const replacement = async () => ({ $each: [new Date(await clock.now())], $slice: -REPLACED_AT_MAX })
      const { matchedCount } = await model.updateOne(
        { _id: found._id, generation },
        {
          $set: { generation: next.generation, expiresAt },
          ...(isCookieBased ? { $push: { replacedAt: await replacement() } } : {}),
        },
      )
      if (matchedCount === 1) return { kind: 'refreshed', session: sessionOf(next), refreshToken: tokenOf(next, seed) }
      const current = isCookieBased && isFromCookie ? await justReplaced(found._id, generation) : undefined
      if (current !== undefined)
        return { kind: 'refreshed', session: sessionOf(current), refreshToken: tokenOf(current, seed) }
      // A session that was ended by a concurrent logout was not reused.
      const { deletedCount } = await model.deleteOne({ _id: found._id, generation: { $gt: generation } })
      return deletedCount === 1 ? { kind: 'reused', session: sessionOf(found) } : { kind: 'unknown' }
    },
    /** Stores the provider of a session, and the data to end the session there unless it is too long. */
    async putProviderLogin({ organizationId }: OrganizationRef, id: string, login: ProviderLogin): Promise<void> {
      const isKept = login.idToken.length <= STORED_ID_TOKEN_MAX
      const end = isKept ? { providerLogin: sealText(JSON.stringify(login)) } : {}
      await model.updateOne({ _id: id, organizationId }, { $set: { provider: providerKey(login), ...end } })
    },
    /** Ends all sessions from providers, and grants made in them. @param but the current provider, whose sessions continue */
    async endOfProvider({ organizationId }: OrganizationRef, but?: ProviderClient): Promise<void> {
      const key = but && providerKey(but)
      const others = key === undefined ? {} : { $ne: key }
      await model.deleteMany({ organizationId, provider: { $exists: true, ...others } })
      await grants.endOfProvider({ organizationId }, key)
    },
    /** Ends all sessions from passwords, and grants made in them. @param but users whose sessions continue */
    async endOfPassword({ organizationId }: OrganizationRef, but: readonly number[]): Promise<void> {
      await model.deleteMany({ organizationId, provider: { $exists: false }, userId: { $nin: [...but] } })
      await grants.endOfPassword({ organizationId }, but)
    },
    /** The provider session that a session came from, if known. */
    async findProviderLogin({ organizationId }: OrganizationRef, id: string): Promise<ProviderLogin | undefined> {
      const found = await model.findOne({ _id: id, organizationId }, { providerLogin: 1 }).lean()
      if (found?.providerLogin === undefined) return undefined
      const text = unseal(found.providerLogin)
      return text === undefined ? undefined : JSON.parse(text)
    },
    async end({ organizationId }: OrganizationRef, id: string): Promise<void> {
      await model.deleteOne({ _id: id, organizationId })
    },
    /** Ends all sessions and grants of a user. @param but a session that continues */
    async endOfUser({ organizationId }: OrganizationRef, userId: number, but?: string): Promise<void> {
      await model.deleteMany({ organizationId, userId, ...(but === undefined ? {} : { _id: { $ne: but } }) })
      await grants.endOfUser({ organizationId }, userId)
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

/** Unambiguous: an issuer contains no space. */
const providerKey = ({ issuer, clientId }: ProviderClient): string => `${issuer} ${clientId}`

const proofOf = (seed: string, generation: number): string =>
  createHmac('sha256', seed).update(`refresh ${generation}`).digest('base64url')

const tokenOf = ({ _id, generation }: Pick<PortalSessionDocument, '_id' | 'generation'>, seed: string): string =>
  `rt_${_id}_${generation}_${proofOf(seed, generation)}`

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const sessionOf = ({ _id, expiresAt, provider, isCookieBased, ...found }: PortalSessionDocument): PortalSession => ({
  id: _id,
  organizationId: found.organizationId,
  userId: found.userId,
  generation: found.generation,
  isFromProvider: provider !== undefined,
  ...(provider === undefined ? {} : { provider }),
  isCookieBased: isCookieBased === true,
  expiresAt: expiresAt.getTime(),
})
