import { LRUCache } from 'lru-cache'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { limitsInForce } from '../../access/rules/plan.ts'
import { isNear, type NoteQuota, type NoteTokens, type OnQuotaNear, type QuotaUse } from '../../access/rules/quota.ts'
import { tokensOf } from '../../ask/rules/draft.ts'
import type { Store } from '../../store/store.ts'

interface QuotaWatchParts {
  readonly store: Pick<Store, 'modelUsage' | 'organizations' | 'quotas'>
  /** At-least-once: may be called again for the same quota and period after a crash or by several processes; must be idempotent. */
  readonly emitQuotaNear: OnQuotaNear
  /** At-most-once per quota and period: not called if the process dies at that moment. */
  readonly onQuotaNear: OnQuotaNear
}

/** Reports quotas that are nearly used up, once per quota and period. */
export interface QuotaWatch {
  readonly noteQuota: NoteQuota
  readonly noteTokens: NoteTokens
  /** Resolves when pending reports have ended. */
  close(): Promise<void>
}

/** Maximum number of cached quotas that are marked already, which need no query. */
const KNOWN_MAX = 10_000

/**
 * Reports a quota first and marks it afterwards: if the process fails in between, it is reported again at the next use.
 */
export const quotaWatch = ({ store, emitQuotaNear, onQuotaNear }: QuotaWatchParts): QuotaWatch => {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  const pending = new Set<Promise<void>>()
  const keyOf = (organizationId: number, { limit, period }: Pick<QuotaUse, 'limit' | 'period'>): string =>
    `${organizationId}/${period}/${limit}`
  const reportOnce = async (organizationId: number, use: QuotaUse): Promise<void> => {
    const own = { organizationId }
    if (await store.quotas.isReported(own, use)) return
    await emitQuotaNear(organizationId, use)
    if (await store.quotas.markReported(own, use)) await onQuotaNear(organizationId, use)
  }
  /** Not awaited by callers; after a failure the next use tries again. */
  const inBackground = (work: Promise<void>, onFailure: () => void): void => {
    const task = work.catch(onFailure).finally(() => pending.delete(task))
    pending.add(task)
  }
  const noteQuota: NoteQuota = (organizationId, { allowed, ...use }) => {
    const key = keyOf(organizationId, use)
    if (allowed === null || !isNear({ used: use.used, allowed }) || known.has(key)) return
    known.set(key, true)
    inBackground(reportOnce(organizationId, { ...use, allowed }), () => known.delete(key))
  }
  const checkTokens = async (own: OrganizationRef, month: string, period: string) => {
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
      inBackground(checkTokens({ organizationId }, month, period), () => undefined)
    },
    async close() {
      // Reports may be added while waiting.
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
