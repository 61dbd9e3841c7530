import { createHash, randomBytes } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import type { CallbackParameters, LoginSecrets } from '../rules/identity-provider.ts'
import {
  type ReturnedSsoLogin,
  SSO_CODE_LIFETIME_MS,
  SSO_CODE_RETENTION_MS,
  SSO_LOGIN_LIFETIME_MS,
  SSO_LOGIN_RETENTION_MS,
  SSO_LOGINS_MAX,
  type SsoLogin,
} from '../rules/sso-login.ts'

interface SsoLoginDocument {
  /** Digest of the state: read access to the store does not allow forging a callback. */
  _id: string
  organizationId: number
  /** Digest of the client's network. */
  from: string
  issuer: string
  clientId: string
  redirectUri: string
  codeChallenge: string
  /** Sealed. */
  secrets: Buffer
  createdAt: Date
  endsAt: Date
  expiresAt: Date
  /** Digest of the one-time code; absent until the callback. */
  code?: string
  codeEndsAt?: Date
  /** Callback parameters. Sealed. */
  parameters?: Buffer
}

const schema = new Schema<SsoLoginDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    from: { type: String, required: true },
    issuer: { type: String, required: true },
    clientId: { type: String, required: true },
    redirectUri: { type: String, required: true },
    codeChallenge: { type: String, required: true },
    secrets: { type: Buffer, required: true },
    createdAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
    code: String,
    codeEndsAt: Date,
    parameters: Buffer,
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, from: 1, createdAt: 1 })

export interface OneTimeCode {
  /** Only its digest is stored. */
  readonly code: string
  readonly expiresInS: number
}

/** The result of exchanging a one-time code. `expired`: the code is correct, but too late. */
type TakenSsoLogin =
  | { readonly kind: 'taken'; readonly login: ReturnedSsoLogin }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' }

/** A one-time code: the digest of the state, which finds the login, and a random secret. */
const CODE = /^sso_([\w-]{43})[\w-]{43}$/

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Pending logins at identity providers. Each accepts one callback and one exchange. */
export const ssoLoginStore = (connection: Connection, { sealText, openText }: FieldCipher) => {
  const model = connection.model<SsoLoginDocument>('SsoLogin', schema, 'sso_logins')
  /** Decrypts a login; undefined if the secret that sealed it is no longer configured. */
  const opened = (found: SsoLoginDocument): ReturnedSsoLogin | undefined => {
    const { organizationId, issuer, clientId, redirectUri, codeChallenge } = found
    try {
      const secrets: LoginSecrets = JSON.parse(openText(found.secrets))
      const parameters: CallbackParameters = JSON.parse(openText(found.parameters))
      return { organizationId, issuer, clientId, redirectUri, codeChallenge, secrets, parameters }
    } catch {
      return undefined
    }
  }
  return {
    /**
     * Stores a login, idempotent per state. Beyond the maximum per organization and network, the oldest are deleted.
     * @param from digest of the network
     */
    async add(
      { organizationId }: OrganizationRef,
      { from, ...login }: Omit<SsoLogin, 'organizationId'> & { readonly from: string },
      now = new Date(),
    ): Promise<void> {
      const { secrets, ...stored } = login
      const endsAt = new Date(now.getTime() + SSO_LOGIN_LIFETIME_MS)
      const older = await model
        .find({ organizationId, from }, { _id: 1 })
        .sort({ createdAt: -1 })
        .skip(SSO_LOGINS_MAX - 1)
        .limit(SSO_LOGINS_MAX)
        .lean()
      if (older.length > 0) await model.deleteMany({ organizationId, _id: { $in: older.map(({ _id }) => _id) } })
      const document: SsoLoginDocument = {
        _id: digestOf(secrets.state),
        organizationId,
        from,
        ...stored,
        secrets: sealText(JSON.stringify(secrets)),
        createdAt: now,
        endsAt,
        expiresAt: new Date(endsAt.getTime() + SSO_LOGIN_RETENTION_MS),
      }
      await insertIfAbsent(() => model.create(document))
    },
    /**
     * Stores the parameters of a callback, once per state.
     * @returns undefined if the state is unknown or was used
     */
    async storeCallback(
      state: string,
      parameters: CallbackParameters,
      now = new Date(),
    ): Promise<OneTimeCode | undefined> {
      const _id = digestOf(state)
      const code = `sso_${_id}${randomBytes(32).toString('base64url')}`
      const codeEndsAt = new Date(now.getTime() + SSO_CODE_LIFETIME_MS)
      const { matchedCount } = await model.updateOne(
        { _id, code: { $exists: false } },
        {
          $set: {
            code: digestOf(code),
            codeEndsAt,
            expiresAt: new Date(codeEndsAt.getTime() + SSO_CODE_RETENTION_MS),
            parameters: sealText(JSON.stringify(parameters)),
          },
        },
      )
      return matchedCount === 1 ? { code, expiresInS: SSO_CODE_LIFETIME_MS / 1000 } : undefined
    },
    /**
     * Consumes a one-time code and returns its login. With a wrong code challenge the result is `unknown` and the code is not
     * consumed.
     */
    async take(code: string, codeChallenge: string, now = new Date()): Promise<TakenSsoLogin> {
      const [, _id] = CODE.exec(code) ?? []
      if (_id === undefined) return { kind: 'unknown' }
      const own = { _id, code: digestOf(code), codeChallenge }
      const found = await model.findOneAndDelete(own).lean()
      if (found === null) return { kind: 'unknown' }
      if (found.endsAt <= now || found.codeEndsAt === undefined || found.codeEndsAt <= now) return { kind: 'expired' }
      const login = opened(found)
      return login === undefined ? { kind: 'unknown' } : { kind: 'taken', login }
    },
    /** Deletes expired logins: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
