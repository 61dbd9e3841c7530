import { fullQuota, type LeaseState, type Leases } from './leases.ts'

interface Lease {
  readonly state: LeaseState
  readonly expiresAt: number
  readonly period?: string
}

interface OrganizationEntry {
  readonly leases: Map<string, Lease>
  /** Questions by the first day of their period. */
  readonly questions: Map<string, number>
}

/** Leases of this process. */
export const memoryLeases = (): Leases => {
  const entries = new Map<number, OrganizationEntry>()
  /** The entry of an organization; expired leases are removed first. */
  const entryOf = (organizationId: number): OrganizationEntry => {
    const entry = entries.get(organizationId) ?? { leases: new Map(), questions: new Map() }
    entries.set(organizationId, entry)
    for (const [turnId, lease] of entry.leases) if (lease.expiresAt <= Date.now()) end(entry, turnId, lease)
    return entry
  }
  const count = ({ questions }: OrganizationEntry, period: string | undefined, delta: number): void => {
    if (period !== undefined) questions.set(period, (questions.get(period) ?? 0) + delta)
  }
  const end = (entry: OrganizationEntry, turnId: string, { state, period }: Lease): void => {
    entry.leases.delete(turnId)
    if (state === 'reserved') count(entry, period, -1)
  }
  const countReserved = ({ leases }: OrganizationEntry, period: string | undefined): number =>
    [...leases.values()].filter((lease) => lease.state === 'reserved' && lease.period === period).length
  const usedIn = (entry: OrganizationEntry, period: string | undefined) =>
    period === undefined ? {} : { used: entry.questions.get(period) ?? 0 }
  return {
    async acquire(organizationId, turnId, { max, forMs, questions }) {
      const entry = entryOf(organizationId)
      const period = questions?.period
      if (!entry.leases.has(turnId)) {
        const full =
          questions && fullQuota(questions, entry.questions.get(questions.period) ?? 0, countReserved(entry, period))
        if (full !== undefined) return { ok: false, full }
        if (entry.leases.size >= max) return { ok: false, full: 'slots' }
        const counted = period === undefined ? {} : { period }
        entry.leases.set(turnId, { state: 'reserved', expiresAt: Date.now() + forMs, ...counted })
        count(entry, period, 1)
      }
      return { ok: true, ...usedIn(entry, period) }
    },
    async hold(organizationId, turnId, forMs, period) {
      const entry = entryOf(organizationId)
      if (!entry.leases.has(turnId)) count(entry, period, 1)
      entry.leases.set(turnId, { state: 'held', expiresAt: Date.now() + forMs })
    },
    async cancelReservation(organizationId, turnId) {
      const entry = entryOf(organizationId)
      const lease = entry.leases.get(turnId)
      if (lease?.state === 'reserved') end(entry, turnId, lease)
    },
    async release(organizationId, turnId) {
      entryOf(organizationId).leases.delete(turnId)
    },
    async taken(organizationId) {
      return entryOf(organizationId).leases.size
    },
    async questions(organizationId, period) {
      return entryOf(organizationId).questions.get(period) ?? 0
    },
    async erase(organizationId) {
      entries.delete(organizationId)
    },
  }
}
