import { fullQuota, type LeaseState, type Leases } from './leases.ts'

interface Lease {
  readonly state: LeaseState
  readonly expiresAt: number
  readonly period?: string
}

/** Of one organization. */
interface Own {
  readonly leases: Map<string, Lease>
  /** Questions by the first day of their period. */
  readonly questions: Map<string, number>
}

/** Leases of this process. */
export const memoryLeases = (): Leases => {
  const all = new Map<number, Own>()
  /** @returns those of an organization, without what is over by now */
  const ownOf = (organizationId: number): Own => {
    const own = all.get(organizationId) ?? { leases: new Map(), questions: new Map() }
    all.set(organizationId, own)
    for (const [turnId, lease] of own.leases) if (lease.expiresAt <= Date.now()) end(own, turnId, lease)
    return own
  }
  const count = ({ questions }: Own, period: string | undefined, more: number): void => {
    if (period !== undefined) questions.set(period, (questions.get(period) ?? 0) + more)
  }
  const end = (own: Own, turnId: string, { state, period }: Lease): void => {
    own.leases.delete(turnId)
    if (state === 'reserved') count(own, period, -1)
  }
  const reservedIn = ({ leases }: Own, period: string | undefined): number =>
    [...leases.values()].filter((lease) => lease.state === 'reserved' && lease.period === period).length
  const usedIn = (own: Own, period: string | undefined) =>
    period === undefined ? {} : { used: own.questions.get(period) ?? 0 }
  return {
    async acquire(organizationId, turnId, { max, forMs, questions }) {
      const own = ownOf(organizationId)
      const period = questions?.period
      if (!own.leases.has(turnId)) {
        const full =
          questions && fullQuota(questions, own.questions.get(questions.period) ?? 0, reservedIn(own, period))
        if (full !== undefined) return { ok: false, full }
        if (own.leases.size >= max) return { ok: false, full: 'places' }
        const counted = period === undefined ? {} : { period }
        own.leases.set(turnId, { state: 'reserved', expiresAt: Date.now() + forMs, ...counted })
        count(own, period, 1)
      }
      return { ok: true, ...usedIn(own, period) }
    },
    async hold(organizationId, turnId, forMs, period) {
      const own = ownOf(organizationId)
      if (!own.leases.has(turnId)) count(own, period, 1)
      own.leases.set(turnId, { state: 'held', expiresAt: Date.now() + forMs })
    },
    async giveBack(organizationId, turnId) {
      const own = ownOf(organizationId)
      const lease = own.leases.get(turnId)
      if (lease?.state === 'reserved') end(own, turnId, lease)
    },
    async release(organizationId, turnId) {
      ownOf(organizationId).leases.delete(turnId)
    },
    async taken(organizationId) {
      return ownOf(organizationId).leases.size
    },
    async questions(organizationId, period) {
      return ownOf(organizationId).questions.get(period) ?? 0
    },
    async erase(organizationId) {
      all.delete(organizationId)
    },
  }
}
