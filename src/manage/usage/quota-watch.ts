import { LRUCache } from 'lru-cache'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { limitsInForce } from '../../access/rules/plan.ts'
import { isNear, type NoteQuota, type NoteTokens, type OnQuotaNear, type QuotaUse } from '../../access/rules/quota.ts'
import { tokensOf } from '../../ask/rules/draft.ts'
import type { Store } from '../../store/store.ts'

interface QuotaWatchParts {
  readonly store: Pick<Store, 'modelUsage' | 'organizations' | 'quotas'>
  /** May hear of the same quota and period again, where a process has died or several found it at once: to them it is one. */
  readonly tell: OnQuotaNear
  /** Hears of each quota and period once, or not at all where a process dies in that moment. */
  readonly onQuotaNear: OnQuotaNear
}

/** Tells when an organization has nearly used up what it may, once for each quota and period. */
export interface QuotaWatch {
  readonly noteQuota: NoteQuota
  readonly noteTokens: NoteTokens
  /** Resolves when whoever is being told has heard it. */
  close(): Promise<void>
}

/** Quotas that this process knows to be marked: nobody asks the store for them again. */
const KNOWN_MAX = 10_000

/**
 * Whoever finds a quota nearly used up that is not marked tells it, and marks it after that: what fails between both is told
 * again by whoever uses something next.
 */
export const quotaWatch = ({ store, tell, onQuotaNear }: QuotaWatchParts): QuotaWatch => {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  const telling = new Set<Promise<void>>()
  const keyOf = (organizationId: number, { limit, period }: Pick<QuotaUse, 'limit' | 'period'>): string =>
    `${organizationId}/${period}/${limit}`
  const tellOnce = async (organizationId: number, use: QuotaUse): Promise<void> => {
    const own = { organizationId }
    if (await store.quotas.isNearMarked(own, use)) return
    await tell(organizationId, use)
    if (await store.quotas.markNear(own, use)) await onQuotaNear(organizationId, use)
  }
  /** Nobody waits for it, and where it fails the next one does it. */
  const inBackground = (work: Promise<void>, onFailure: () => void): void => {
    const one = work.catch(onFailure).finally(() => telling.delete(one))
    telling.add(one)
  }
  const noteQuota: NoteQuota = (organizationId, { allowed, ...use }) => {
    const key = keyOf(organizationId, use)
    if (allowed === null || !isNear({ used: use.used, allowed }) || known.has(key)) return
    known.set(key, true)
    inBackground(tellOnce(organizationId, { ...use, allowed }), () => known.delete(key))
  }
  const lookAtTokens = async (own: OrganizationRef, month: string, period: string) => {
    const organization = await store.organizations.find(own)
    const allowed = organization === undefined ? null : limitsInForce(organization).tokens_per_month.allowed
    if (allowed === null) return
    const used = (await store.modelUsage.spending(own, month)).reduce((sum, one) => sum + tokensOf(one), 0)
    noteQuota(own.organizationId, { limit: 'tokens', used, allowed, period })
  }
  return {
    noteQuota,
    noteTokens({ organizationId }, month) {
      const period = `${month}-01`
      if (known.has(keyOf(organizationId, { limit: 'tokens', period }))) return
      inBackground(lookAtTokens({ organizationId }, month, period), () => undefined)
    },
    async close() {
      // What is noted while others are waited for is waited for too.
      while (telling.size > 0) await Promise.all(telling)
    },
  }
}
