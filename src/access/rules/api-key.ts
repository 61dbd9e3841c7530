import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { Caller } from './caller.ts'
import type { KeyPermission } from './permit.ts'
import type { Role } from './role.ts'

/** What a key was limited to when it was made. */
export interface KeyLimits {
  /** All of them, unless said otherwise. */
  readonly permissions?: readonly KeyPermission[]
  /** The pages that a public key works from: `https://shop.example`, `https://*.shop.example`; any, unless said otherwise. */
  readonly origins?: readonly string[]
  /** The addresses that it works from, such as `203.0.113.7` or `2001:db8::/32`; any, unless said otherwise. */
  readonly addresses?: readonly string[]
  /** From this moment on it is worth nothing (ISO 8601); never, unless said otherwise. */
  readonly expiresAt?: string
}

/** What a key stands for. */
export interface ApiKey extends KeyLimits {
  readonly id: string
  readonly organizationId: number
  readonly kind: Caller['kind']
  /** The user who owns it. */
  readonly userId: number
  /** Of the person who made it, where that was no owner: a key gives nobody more than its maker was. */
  readonly role?: Role
  /** Set on database keys. */
  readonly databaseId?: string
  /** What people call it; no two keys of an organization that work are called the same. */
  readonly name?: string
  /** Whether the text that was sent is the one before the last, which works for some time still. */
  readonly isReplaced?: true
}

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

/** A key as it is shown once its text is gone. */
export interface ListedKey extends ApiKey {
  readonly status: KeyStatus
  /** The beginning and the end of its text: enough to know it again, worth nothing to anyone. */
  readonly hint: string
  readonly createdAt: string
  /** To the minute; absent when it was never used. */
  readonly lastUsedAt?: string
  readonly revokedAt?: string
  /** Until then the text before the last rotation works too. */
  readonly previousUntil?: string
}

/** Whether a key's time is over. */
export const isExpired = ({ expiresAt }: Pick<KeyLimits, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime()

/** What a public key lets its holder do where nobody signs for whom it speaks; undefined where that is nothing more. */
export const publicKeyRisk = ({
  requiresOrganizationScoping,
  identity,
}: Pick<DatabaseSettings, 'requiresOrganizationScoping' | 'identity'>): string | undefined =>
  requiresOrganizationScoping && identity !== 'required'
    ? 'A database key may send any tenant in X-Tenant-Id: if tenants must not see each other, keep the key on your server or require identity tokens.'
    : undefined
