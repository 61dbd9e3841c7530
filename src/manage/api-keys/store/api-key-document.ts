import { Schema } from 'mongoose'
import { type ApiKey, isExpired, type ListedKey } from '../../../access/rules/api-key.ts'
import type { AnswerDetail } from '../../../access/rules/disclosure.ts'
import type { KeyPermission } from '../../../access/rules/permit.ts'
import type { Role } from '../../../access/rules/role.ts'
import { keyHint } from './api-key-text.ts'

export interface ApiKeyDocument {
  _id: string
  organizationId: number
  kind: ApiKey['kind']
  userId: number
  role?: Role
  databaseId?: string
  name?: string
  /** Reserves the name; absent for revoked keys, whose names are free. */
  uniqueName?: string
  permissions?: readonly KeyPermission[]
  origins?: readonly string[]
  addresses?: readonly string[]
  expiresAt?: Date
  answerDetails?: readonly AnswerDetail[]
  hmac: string
  /** Fingerprint of the secret of the HMAC. */
  under: string
  /** The last characters of the key. */
  end?: string
  /** The key from before the last rotation. */
  previous?: { readonly hmac: string; readonly until: Date }
  lastUsedAt?: Date
  revokedAt?: Date
  createdAt: Date
}

export const apiKeySchema = new Schema<ApiKeyDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    kind: { type: String, required: true },
    userId: { type: Number, required: true },
    role: String,
    databaseId: String,
    name: String,
    uniqueName: String,
    permissions: { type: [String], default: undefined },
    origins: { type: [String], default: undefined },
    addresses: { type: [String], default: undefined },
    expiresAt: Date,
    answerDetails: { type: [String], default: undefined },
    hmac: { type: String, required: true },
    under: { type: String, required: true },
    end: String,
    previous: { type: Schema.Types.Mixed },
    lastUsedAt: Date,
    revokedAt: Date,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)
apiKeySchema.index({ organizationId: 1, createdAt: 1, _id: 1 })
apiKeySchema.index({ uniqueName: 1 }, { unique: true, sparse: true })

/** Unique key of a name, independent of case and Unicode normalization. */
export const uniqueNameOf = (organizationId: number, name: string): string =>
  `${organizationId} ${name.normalize('NFC').toLowerCase()}`

export const apiKeyOf = (found: ApiKeyDocument): ApiKey => {
  const { _id, organizationId, kind, userId, role, databaseId, name } = found
  const { permissions, origins, addresses, expiresAt, answerDetails } = found
  return {
    id: _id,
    organizationId,
    kind,
    userId,
    ...(role === undefined ? {} : { role }),
    ...(databaseId === undefined ? {} : { databaseId }),
    ...(name === undefined ? {} : { name }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(origins === undefined ? {} : { origins }),
    ...(addresses === undefined ? {} : { addresses }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(answerDetails === undefined ? {} : { answerDetails }),
  }
}

export const listedKeyOf = (found: ApiKeyDocument, now: Date): ListedKey => {
  const { _id, kind, end, createdAt, lastUsedAt, revokedAt, previous } = found
  const key = apiKeyOf(found)
  return {
    ...key,
    status: revokedAt === undefined ? (isExpired(key, now) ? 'expired' : 'active') : 'revoked',
    hint: keyHint(kind, _id, end),
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
    ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
    ...(previous === undefined || previous.until <= now ? {} : { previousUntil: previous.until.toISOString() }),
  }
}
