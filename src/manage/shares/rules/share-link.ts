import type { Owned } from '../../../access/rules/visibility.ts'

/** An address by which an answer is read without a key, until it expires. Its token is in no field of it. */
export interface ShareLink extends Owned {
  readonly id: string
  /** Of the answer that was shared; the link ends with it. */
  readonly messageId: string
  readonly conversationId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Whether its readers see the query too. */
  readonly includesQuery: boolean
}

export const SHARE_DAYS_MAX = 90
export const SHARE_DAYS_DEFAULT = 7

/** Links of one answer that work at the same time. */
export const SHARES_OF_MESSAGE_MAX = 20

/** Links of one organization that work at the same time: each holds a copy of an answer. */
export const SHARES_OF_ORGANIZATION_MAX = 1_000

const DAY_MS = 24 * 60 * 60_000

export const shareExpiry = (createdAt: Date, days: number): Date => new Date(createdAt.getTime() + days * DAY_MS)
