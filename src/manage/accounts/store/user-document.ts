import { Schema } from 'mongoose'
import type { Role } from '../../../access/rules/role.ts'
import type { ProviderLink } from '../../sso/rules/sso-account.ts'
import type { MailKind } from '../rules/mail-request.ts'
import type { User, UserStatus } from '../rules/user.ts'

/** A mail that a change of the user causes, until its workflow has started. */
export interface DueMail {
  readonly mailId: string
  readonly kind: MailKind
  readonly since: Date
}

export interface UserDocument {
  _id: number
  organizationId: number
  email: string
  /** What no two users of an organization share: its number and the address in small letters. */
  uniqueEmail: string
  /** The address in small letters: by it people log in. */
  emailKey: string
  pendingEmail?: string
  name?: string
  role: Role
  status: UserStatus
  /** Another one each time that they are put into the list of owners. */
  owning?: string
  emailVerified: boolean
  mailDue?: DueMail
  /** Of the request that added them, which its repetition has too. */
  madeAs?: string
  /** In PHC form. */
  passwordHash?: string
  secondFactor?: {
    /** Of this secret: another one has another. */
    readonly id: string
    /** Sealed. */
    readonly secret: Buffer
    /** Absent until a code of it was confirmed. */
    readonly confirmedAt?: Date
    /** Of the code that was taken last: none from before it is taken again. */
    readonly lastStep?: number
    /** Digests of unused recovery codes. */
    readonly recovery?: readonly string[]
  }
  /** Who they are at the identity provider, and what no two users of an organization share of that: a digest of both. */
  providerSubject?: ProviderLink
  uniqueSubject?: string
  /** Digests of networks with an earlier login, latest last. */
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

/** Private fields of a user: compared with credentials, and never shown. */
export interface Account extends User {
  /** Another one each time that they are put into the list of owners; absent: they never were. */
  readonly owning?: string
  readonly madeAs?: string
  readonly passwordHash?: string
  /** The secret of a second factor, whether or not it was confirmed. */
  readonly secondFactor?: {
    readonly id: string
    /** Undefined where it was encrypted with a secret that is no longer configured: recovery codes still work. */
    readonly secret: string | undefined
    readonly isConfirmed: boolean
    readonly lastStep: number
  }
  /** The link to the identity provider; absent without one. */
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

/** @param openText of the store's cipher */
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
            secret: opened(secondFactor.secret, openText),
            isConfirmed: secondFactor.confirmedAt !== undefined,
            lastStep: secondFactor.lastStep ?? 0,
          },
        }),
    ...(providerSubject === undefined ? {} : { providerSubject }),
    enteredFrom,
  }
}

const opened = (sealed: Buffer, openText: (sealed: unknown) => string): string | undefined => {
  try {
    return openText(sealed)
  } catch {
    return undefined
  }
}
