import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { Caller } from './caller.ts'
import type { AnswerDetail } from './disclosure.ts'
import type { KeyPermission } from './permit.ts'
import type { Role } from './role.ts'

/** The restrictions of a key. */
export interface KeyLimits {
  /** All permissions if absent. */
  readonly permissions?: readonly KeyPermission[]
  /** Allowed origins of a public key: `https://shop.example`, `https://*.shop.example`; any if absent. */
  readonly origins?: readonly string[]
  /** Allowed client addresses, such as `203.0.113.7` or `2001:db8::/32`; any if absent. */
  readonly addresses?: readonly string[]
  /** ISO 8601; never expires if absent. */
  readonly expiresAt?: string
}

export interface ApiKey extends KeyLimits {
  readonly id: string
  readonly organizationId: number
  readonly kind: Caller['kind']
  /** The user who owns the key. */
  readonly userId: number
  /** The role of its creator, if that was not an owner: a key has no more rights than its creator had. */
  readonly role?: Role
  /** Set on database keys. */
  readonly databaseId?: string
  /** Unique among the usable keys of an organization. */
  readonly name?: string
  /** Of database keys; absent on keys from before details were chosen. */
  readonly answerDetails?: readonly AnswerDetail[]
  /** Set if the request used the text from before the last rotation, which is still accepted for some time. */
  readonly isReplaced?: true
}

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const
type KeyStatus = (typeof KEY_STATUSES)[number]

/** A key in lists, without its text. */
export interface ListedKey extends ApiKey {
  readonly status: KeyStatus
  /** The beginning and the end of the text: identifies the key, and cannot be used in its place. */
  readonly hint: string
  readonly createdAt: string
  /** Rounded to the minute; absent if the key was never used. */
  readonly lastUsedAt?: string
  readonly revokedAt?: string
  /** Until when the text from before the last rotation is accepted too. */
  readonly previousUntil?: string
}

export const isExpired = ({ expiresAt }: Pick<KeyLimits, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime()

/** The warning for a public key of a scoped database that does not require identity tokens; undefined for other databases. */
export const publicKeyRisk = ({
  requiresOrganizationScoping,
  identity,
}: Pick<DatabaseSettings, 'requiresOrganizationScoping' | 'identity'>): string | undefined =>
  requiresOrganizationScoping && identity !== 'required'
    ? 'A database key may send any tenant in X-Tenant-Id: if tenants must not see each other, keep the key on your server or require identity tokens.'
    : undefined
