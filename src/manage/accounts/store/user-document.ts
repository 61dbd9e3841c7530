import { Schema } from 'mongoose'
import type { Role } from '../../../access/rules/role.ts'
import type { ProviderLink } from '../../sso/rules/sso-account.ts'
import type { MailKind } from '../rules/mail-request.ts'
import type { User, UserStatus } from '../rules/user.ts'

/** A mail required by a change of a user, until its workflow has started. */
export interface DueMail {
  readonly mailId: string
  readonly kind: MailKind
  readonly since: Date
}

export interface UserDocument {
  _id: number
  organizationId: number
  email: string
  /** Unique key: the organization's number and the address in lower case. */
  uniqueEmail: string
  /** The address in lower case, for login. */
  emailKey: string
  pendingEmail?: string
  name?: string
  role: Role
  status: UserStatus
  /** Replaced each time the user is added to the list of owners. */
  owning?: string
  emailVerified: boolean
  mailDue?: DueMail
  /** Idempotency key of the request that added the user. */
  madeAs?: string
  /** In PHC format. */
  passwordHash?: string
  secondFactor?: {
    /** Identifies the secret. */
    readonly id: string
    /** Sealed. */
    readonly secret: Buffer
    /** Absent until a code of it was presented. */
    readonly confirmedAt?: Date
    /** Time step of the last accepted code: codes of earlier steps are refused. */
    readonly lastStep?: number
    /** Digests of unused recovery codes. */
    readonly recovery?: readonly string[]
  }
  /** The SSO link, and a digest of organization and subject that is unique. */
  providerSubject?: ProviderLink
  uniqueSubject?: string
  /** Digests of networks of earlier logins, latest last. */
  enteredFrom?: readonly string[]
  createdAt: Date
  lastLoginAt?: Date
}

export const userSchema = new Schema<UserDocument>(
  {
    _id: { type: Number, required: true },
    organizationId: { type: Number, required: true },
    email: { type: String, required: true },
    uniqueEmail: { type: String, required: true },
    emailKey: { type: String, required: true },
    pendingEmail: String,
    name: String,
    role: { type: String, required: true },
    status: { type: String, required: true },
    owning: String,
    emailVerified: { type: Boolean, required: true },
    mailDue: Schema.Types.Mixed,
    madeAs: String,
    passwordHash: String,
    secondFactor: Schema.Types.Mixed,
    providerSubject: Schema.Types.Mixed,
    uniqueSubject: String,
    enteredFrom: { type: [String], default: undefined },
    createdAt: { type: Date, required: true },
    lastLoginAt: Date,
  },
  { versionKey: false },
)
userSchema.index({ uniqueEmail: 1 }, { unique: true })
userSchema.index({ uniqueSubject: 1 }, { unique: true, sparse: true })
userSchema.index({ emailKey: 1, emailVerified: -1, _id: 1 })
userSchema.index({ organizationId: 1, _id: 1 })
userSchema.index({ 'mailDue.since': 1 }, { sparse: true })

/** A user with credentials, which are compared with what a client presents and never returned. */
export interface Account extends User {
  /** Replaced each time the user is added to the list of owners; absent: the user never was. */
  readonly owning?: string
  readonly madeAs?: string
  readonly passwordHash?: string
  /** The second factor, whether or not it is confirmed. */
  readonly secondFactor?: {
    readonly id: string
    /** Undefined if it was sealed with a secret that is no longer configured; recovery codes still work. */
    readonly secret: string | undefined
    readonly isConfirmed: boolean
    readonly lastStep: number
  }
  /** The SSO link; absent: no SSO login yet. */
  readonly providerSubject?: ProviderLink
  readonly enteredFrom: readonly string[]
}

export const userOf = (found: UserDocument): User => ({
  id: found._id,
  organizationId: found.organizationId,
  email: found.email,
  ...(found.pendingEmail === undefined ? {} : { pendingEmail: found.pendingEmail }),
  ...(found.name === undefined ? {} : { name: found.name }),
  role: found.role,
  status: found.status,
  emailVerified: found.emailVerified,
  hasSecondFactor: found.secondFactor?.confirmedAt !== undefined,
  createdAt: found.createdAt.toISOString(),
  ...(found.lastLoginAt === undefined ? {} : { lastLoginAt: found.lastLoginAt.toISOString() }),
})

/** @param openText decrypts with the store's cipher */
export const accountOf = (found: UserDocument, openText: (sealed: unknown) => string): Account => {
  const { owning, madeAs, passwordHash, secondFactor, providerSubject, enteredFrom = [] } = found
  return {
    ...userOf(found),
    ...(owning === undefined ? {} : { owning }),
    ...(madeAs === undefined ? {} : { madeAs }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(secondFactor === undefined
      ? {}
      : {
          secondFactor: {
            id: secondFactor.id,
            secret: unsealOrUndefined(secondFactor.secret, openText),
            isConfirmed: secondFactor.confirmedAt !== undefined,
            lastStep: secondFactor.lastStep ?? 0,
          },
        }),
    ...(providerSubject === undefined ? {} : { providerSubject }),
    enteredFrom,
  }
}

const unsealOrUndefined = (sealed: Buffer, openText: (sealed: unknown) => string): string | undefined => {
  try {
    return openText(sealed)
  } catch {
    return undefined
  }
}
