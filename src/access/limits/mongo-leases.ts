import type { Collection, Db } from '../../platform/mongodb/driver.ts'
import { ignoreDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { READ_LIMIT } from '../../platform/mongodb/store-timeouts.ts'
import { fullQuota, type LeaseRequest, type LeaseState, type Leases, type QuestionQuota } from './leases.ts'

interface Lease {
  readonly turnId: string
  readonly state: LeaseState
  readonly expiresAt: Date
  /** The period in which the question of a reservation counts. */
  readonly period?: string
}

interface LeaseDocument {
  /** The organization's id. */
  readonly _id: number
  /** Absent before the first reservation. */
  readonly leases?: readonly Lease[]
  /** Questions by the first day of their period: twelve entries a year. */
  readonly questions?: Readonly<Record<string, number>>
}

/**
 * Leases of all processes that share a store, by its clock: one document per organization. One conditional update changes a
 * lease and counts its question.
 */
export const mongoLeases = (db: Db, clock: StoreClock): Leases => {
  const documents = db.collection<LeaseDocument>('leases')
  return {
    async acquire(_id, turnId, wanted) {
      const { max, forMs, questions } = wanted
      if (max < 1) return { ok: false, full: 'slots' }
      const now = await clock.now()
      const lease = { turnId, state: 'reserved' as const, expiresAt: new Date(now + forMs) }
      const period = questions?.period
      const added = await push(documents, _id, lease, wanted)
      if (added !== null) return reservationOf(added, period)
      // Expired leases are removed, and the document created, only if no slot was found.
      await removeExpired(documents, _id, now)
      const retried = await push(documents, _id, lease, wanted)
      if (retried !== null) return reservationOf(retried, period)
      const found = (await documents.findOne({ _id }, READ_LIMIT)) ?? { _id }
      if (found.leases?.some((one) => one.turnId === turnId)) return reservationOf(found, period)
      return { ok: false, full: quotaRefusal(found, questions) ?? 'slots' }
    },
    async hold(_id, turnId, forMs, period) {
      const lease = { turnId, state: 'held' as const, expiresAt: new Date((await clock.now()) + forMs) }
      const takeOver = async (): Promise<boolean> =>
        (await documents.updateOne({ _id, 'leases.turnId': turnId }, { $set: { 'leases.$': lease } })).matchedCount ===
        1
      if (await takeOver()) return
      // The reservation has expired or was given back: exactly one of two concurrent attempts adds a new lease.
      const withoutLease = { _id, 'leases.turnId': { $ne: turnId } }
      const added = { $push: { leases: lease }, ...incrementOf(period, 1) }
      await documents.updateOne(withoutLease, added, { upsert: true }).catch(ignoreDuplicateKey)
      await takeOver()
    },
    async cancelReservation(_id, turnId) {
      const found = await documents.findOne({ _id, 'leases.turnId': turnId }, READ_LIMIT)
      const lease = found?.leases?.find((one) => one.turnId === turnId)
      if (lease?.state === 'reserved') await removeReservation(documents, _id, lease)
    },
    async release(organizationId, turnId) {
      await documents.updateOne({ _id: organizationId }, { $pull: { leases: { turnId } } })
    },
    async taken(_id) {
      const [found, now] = await Promise.all([documents.findOne({ _id }, READ_LIMIT), clock.now()])
      return (found?.leases ?? []).filter(({ expiresAt }) => expiresAt.getTime() > now).length
    },
    async questions(_id, period) {
      const [found, now] = await Promise.all([documents.findOne({ _id }, READ_LIMIT), clock.now()])
      if (found === null) return 0
      return usedOf(found, period) - expiredIn(found, now).filter((lease) => lease.period === period).length
    },
    async erase(_id) {
      await documents.deleteOne({ _id })
    },
  }
}

/** @returns null if the document is full, has the turn already, or does not exist */
const push = (
  documents: Collection<LeaseDocument>,
  _id: number,
  lease: Lease,
  { max, questions }: LeaseRequest,
): Promise<LeaseDocument | null> => {
  const counted = questions === undefined ? lease : { ...lease, period: questions.period }
  const underMax =
    questions?.max == null ? {} : { [`questions.${questions.period}`]: { $not: { $gte: questions.max } } }
  return documents.findOneAndUpdate(
    // A list has an element at `max - 1` exactly when it has at least `max` of them.
    { _id, [`leases.${max - 1}`]: { $exists: false }, 'leases.turnId': { $ne: lease.turnId }, ...underMax },
    { $push: { leases: counted }, ...incrementOf(questions?.period, 1) },
    { returnDocument: 'after', projection: { questions: 1 }, ...READ_LIMIT },
  )
}

const incrementOf = (period: string | undefined, delta: number) =>
  period === undefined ? {} : { $inc: { [`questions.${period}`]: delta } }

const usedOf = ({ questions = {} }: LeaseDocument, period: string): number => questions[period] ?? 0

const reservationOf = (found: LeaseDocument, period: string | undefined) =>
  period === undefined ? ({ ok: true } as const) : ({ ok: true, used: usedOf(found, period) } as const)

const quotaRefusal = (found: LeaseDocument, quota: QuestionQuota | undefined) => {
  if (quota === undefined) return undefined
  const reserved = (found.leases ?? []).filter(({ state, period }) => state === 'reserved' && period === quota.period)
  return fullQuota(quota, usedOf(found, quota.period), reserved.length)
}

/** Expired reservations: no worker has taken their turns over. */
const expiredIn = ({ leases = [] }: LeaseDocument, now: number): readonly Lease[] =>
  leases.filter(({ state, expiresAt }) => state === 'reserved' && expiresAt.getTime() <= now)

/** Creates the document if there is none. */
const removeExpired = async (documents: Collection<LeaseDocument>, _id: number, now: number): Promise<void> => {
  const found = await documents.findOne({ _id }, READ_LIMIT)
  for (const lease of found === null ? [] : expiredIn(found, now)) await removeReservation(documents, _id, lease)
  const expired = { state: 'held' as const, expiresAt: { $lte: new Date(now) } }
  await documents.updateOne({ _id }, { $pull: { leases: expired } }, { upsert: true }).catch(ignoreDuplicateKey)
}

/** One conditional write: exactly one of concurrent calls, or the turn that takes the slot over, succeeds. */
const removeReservation = async (
  documents: Collection<LeaseDocument>,
  _id: number,
  { turnId, period }: Pick<Lease, 'turnId' | 'period'>,
): Promise<void> => {
  const reserved = { turnId, state: 'reserved' as const }
  const change = { $pull: { leases: reserved }, ...incrementOf(period, -1) }
  await documents.updateOne({ _id, leases: { $elemMatch: reserved } }, change)
}
