import type { Month } from '../../ask/rules/month.ts'
import type { OrganizationRef } from './organization-ref.ts'

/** What an organization may use so much of in a period. */
export const QUOTA_NAMES = ['questions', 'indexing', 'tokens'] as const
export type QuotaName = (typeof QUOTA_NAMES)[number]

/** What is used of a quota by now. */
export interface QuotaUse {
  readonly limit: QuotaName
  readonly used: number
  readonly allowed: number
  /** Its first day, in UTC: of the billing period, and of tokens that of the month. */
  readonly period: string
}

/** From here on whoever manages an organization should hear of it. */
const NEAR = 0.8

export const isNear = ({ used, allowed }: Pick<QuotaUse, 'used' | 'allowed'>): boolean => used >= allowed * NEAR

/**
 * Whoever has used something of a quota says so. It costs nothing where the quota is not near its end, and nobody waits for
 * what it costs elsewhere.
 *
 * @param use what is used by now; `allowed` is null where there is no limit
 */
export type NoteQuota = (
  organizationId: number,
  use: Omit<QuotaUse, 'allowed'> & { readonly allowed: number | null },
) => void

/** The same for tokens of language models. @param month in which they were spent */
export type NoteTokens = (caller: OrganizationRef, month: Month) => void

/** Hears that an organization has nearly used a quota up in a period. */
export type OnQuotaNear = (organizationId: number, use: QuotaUse) => void | Promise<void>
