import type { Month } from '../../ask/rules/month.ts'
import type { OrganizationRef } from './organization-ref.ts'

/** Resources with a limit per period. */
const QUOTA_NAMES = ['questions', 'indexing', 'tokens'] as const
export type QuotaName = (typeof QUOTA_NAMES)[number]

/** The current use of a quota. */
export interface QuotaUse {
  readonly limit: QuotaName
  readonly used: number
  readonly allowed: number
  /** First day (UTC) of the billing period; for tokens, of the calendar month. */
  readonly period: string
}

/** The used fraction from which the managers of an organization are notified. */
const NEAR_SHARE = 0.8

export const isNear = ({ used, allowed }: Pick<QuotaUse, 'used' | 'allowed'>): boolean => used >= allowed * NEAR_SHARE

/**
 * Reports the use of a quota, after it has changed. Without effect if the quota is not nearly used up; does not wait for
 * notifications.
 *
 * @param use the current use; `allowed` is null if there is no limit
 */
export type NoteQuota = (
  organizationId: number,
  use: Omit<QuotaUse, 'allowed'> & { readonly allowed: number | null },
) => void

/** Reports that tokens of language models were spent in a month. */
export type NoteTokens = (caller: OrganizationRef, month: Month) => void

/** Called when an organization has nearly used up a quota in a period. */
export type OnQuotaNear = (organizationId: number, use: QuotaUse) => void | Promise<void>
