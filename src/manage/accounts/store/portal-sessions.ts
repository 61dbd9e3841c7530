import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { StoreClock } from '../../../platform/mongodb/store-clock.ts'
import type { Sealed } from '../../../store/sealed.ts'
import { ID_TOKEN_KEPT_MAX } from '../../sso/rules/sso-login.ts'
import {
  COOKIE_REPEAT_MS,
  type PortalSession,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSIONS_MAX,
} from '../rules/portal-session.ts'

interface PortalSessionDocument {
  _id: string
  organizationId: number
  userId: number
  /** Sealed: every refresh token of it is made of this and of its generation. */
  seed: Buffer
  generation: number
  isCookieBased?: boolean
  /** Of a cookie-based session: when each of its latest refresh tokens was replaced, by the store's clock; the newest is last. */
  replacedAt?: Date[]
  /** Of a log-in at an identity provider: which one. */
  provider?: string
  /** What ends it there. Sealed. */
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

/** A log-in, and the refresh token that it has now. */
export interface OpenSession {
  readonly session: PortalSession
  /** It cannot be read again. */
  readonly refreshToken: string
}

/** An identity provider, as one of those who rely on it. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
}

/** A log-in at an identity provider, as that knows it. */
export interface ProviderLogin extends ProviderClient {
  readonly idToken: string
}

/** What a refresh token has come to. `reused`: it was used before, and all of its log-in is over. */
export type Refreshed =
  | ({ readonly kind: 'refreshed' } & OpenSession)
  | { readonly kind: 'reused'; readonly session: PortalSession }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' }

/** Upper bound of replacements within `COOKIE_REPEAT_MS`, against endless reloads. */
const REPLACED_AT_MAX = 10

const SHAPE = /^rt_([0-9a-f-]{36})_(\d{1,9})_([\w-]{43})$/

/**
 * Log-ins of people. A refresh token says of which log-in and which generation it is, proved by a MAC under a seed of that
 * log-in: one that was replaced is known as such for as long as the log-in lives, and none is stored.
 */
export const portalSessionStore = (connection: Connection, { sealText, openText }: Sealed, clock: StoreClock) => {
  const model = connection.model<PortalSessionDocument>('PortalSession', schema, 'portal_sessions')
  /** Undefined where it was encrypted with a secret that is no longer configured. */
  const openedText = (sealed: Buffer): string | undefined => {
    try {
      return openText(sealed)
    } catch {
      return undefined
    }
  }
  /** The log-in that a refresh token, of now or of before, is proved to be of. */
  const presentedBy = async (text: string) => {
    const [, id, said, proof = ''] = SHAPE.exec(text) ?? []
    const found = id === undefined ? null : await model.findById(id).lean()
    const seed = found === null ? undefined : openedText(found.seed)
    const generation = Number(said)
    if (found === null || seed === undefined || !isSame(proof, proofOf(seed, generation))) return undefined
    return generation > found.generation ? undefined : { found, seed, generation }
  }
  /** A cookie-based session as it is now, where it has replaced this generation within `COOKIE_REPEAT_MS`. */
  const justReplaced = async (_id: string, generation: number): Promise<PortalSessionDocument | undefined> => {
    const current = await model.findById(_id).lean()
    const replacedAt = current?.replacedAt?.at(generation - current.generation)
    if (current === null || replacedAt === undefined) return undefined
    return (await clock.now()) - replacedAt.getTime() <= COOKIE_REPEAT_MS ? current : undefined
  }
  return {
    /** Begins one; of more than a person may have, the oldest end. */
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
    /** One that has not ended. */
    async find({ organizationId }: OrganizationRef, id: string, now = new Date()): Promise<PortalSession | undefined> {
      const found = await model.findOne({ _id: id, organizationId }).lean()
      return found === null || found.expiresAt <= now ? undefined : sessionOf(found)
    },
    /** Whose log-in a refresh token is of, as long as it is the one of now; it stays that. */
    async findByToken(text: string, now = new Date()): Promise<PortalSession | undefined> {
      const presented = await presentedBy(text)
      if (presented === undefined || presented.generation !== presented.found.generation) return undefined
      return presented.found.expiresAt <= now ? undefined : sessionOf(presented.found)
    },
    /**
     * Replaces a refresh token by the next one. Of two uses at once one does, and the other ends the log-in. A cookie that
     * was replaced within `COOKIE_REPEAT_MS` gets the token of now and ends nothing.
     *
     * @param isFromCookie whether a browser has sent the token in its cookie
     */
    async refresh(
      text: string,
      { isFromCookie = false }: { readonly isFromCookie?: boolean } = {},
      now = new Date(),
    ): Promise<Refreshed> {
      const presented = await presentedBy(text)
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
      // A concurrent logout is no reuse.
      const { deletedCount } = await model.deleteOne({ _id: found._id, generation: { $gt: generation } })
      return deletedCount === 1 ? { kind: 'reused', session: sessionOf(found) } : { kind: 'unknown' }
    },
    /** Keeps of a log-in which provider it came from, and what ends it there where that is no longer than what is kept. */
    async putProviderLogin({ organizationId }: OrganizationRef, id: string, login: ProviderLogin): Promise<void> {
      const isKept = login.idToken.length <= ID_TOKEN_KEPT_MAX
      const end = isKept ? { providerLogin: sealText(JSON.stringify(login)) } : {}
      await model.updateOne({ _id: id, organizationId }, { $set: { provider: providerKey(login), ...end } })
    },
    /** Ends all that came from a provider. @param but the one that is theirs now, whose log-ins go on */
    async endOfProvider({ organizationId }: OrganizationRef, but?: ProviderClient): Promise<void> {
      const others = but === undefined ? {} : { $ne: providerKey(but) }
      await model.deleteMany({ organizationId, provider: { $exists: true, ...others } })
    },
    /** Ends all that came of a password. @param but of these people, whose log-ins go on */
    async endOfPassword({ organizationId }: OrganizationRef, but: readonly number[]): Promise<void> {
      await model.deleteMany({ organizationId, provider: { $exists: false }, userId: { $nin: [...but] } })
    },
    /** The log-in at the provider that one came from, where it was one and is known. */
    async findProviderLogin({ organizationId }: OrganizationRef, id: string): Promise<ProviderLogin | undefined> {
      const found = await model.findOne({ _id: id, organizationId }, { providerLogin: 1 }).lean()
      if (found?.providerLogin === undefined) return undefined
      const text = openedText(found.providerLogin)
      return text === undefined ? undefined : JSON.parse(text)
    },
    /** Ends one. */
    async end({ organizationId }: OrganizationRef, id: string): Promise<void> {
      await model.deleteOne({ _id: id, organizationId })
    },
    /** Ends all of a person. @param but one that goes on */
    async endOfUser({ organizationId }: OrganizationRef, userId: number, but?: string): Promise<void> {
      await model.deleteMany({ organizationId, userId, ...(but === undefined ? {} : { _id: { $ne: but } }) })
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

/** No issuer has a space in it. */
const providerKey = ({ issuer, clientId }: ProviderClient): string => `${issuer} ${clientId}`

const proofOf = (seed: string, generation: number): string =>
  createHmac('sha256', seed).update(`refresh ${generation}`).digest('base64url')

const tokenOf = ({ _id, generation }: Pick<PortalSessionDocument, '_id' | 'generation'>, seed: string): string =>
  `rt_${_id}_${generation}_${proofOf(seed, generation)}`

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const sessionOf = ({ _id, expiresAt, provider, isCookieBased, ...found }: PortalSessionDocument): PortalSession => ({
  id: _id,
  organizationId: found.organizationId,
  userId: found.userId,
  generation: found.generation,
  isFromProvider: provider !== undefined,
  isCookieBased: isCookieBased === true,
  expiresAt: expiresAt.getTime(),
})
