import type { DocumentOwner } from '../../../access/rules/visibility.ts'

/** A link by which an answer can be read without a key until it expires. It does not contain the token. */
export interface ShareLink extends DocumentOwner {
  readonly id: string
  /** The shared answer; the link stops working when it is deleted. */
  readonly messageId: string
  readonly conversationId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Whether readers see the query, too. */
  readonly includesQuery: boolean
}

export const SHARE_DAYS_MAX = 90
export const SHARE_DAYS_DEFAULT = 7

/** Maximum number of active links per answer. */
export const SHARES_PER_MESSAGE_MAX = 20

/** Maximum number of active links per organization: each stores a copy of an answer. */
export const SHARES_PER_ORGANIZATION_MAX = 1_000

const DAY_MS = 24 * 60 * 60_000

export const shareExpiry = (createdAt: Date, days: number): Date => new Date(createdAt.getTime() + days * DAY_MS)
