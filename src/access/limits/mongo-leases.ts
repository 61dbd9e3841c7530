import type { Collection, Db } from '../../platform/mongodb/driver.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { READ_LIMIT } from '../../platform/mongodb/waits.ts'
import { fullQuota, type LeaseState, type Leases, type QuestionQuota, type WantedPlace } from './leases.ts'
import { unlessDuplicate } from './unless-duplicate.ts'

interface Lease {
  readonly turnId: string
  readonly state: LeaseState
  readonly expiresAt: Date
  /** In which the question counts that it is reserved for. */
  readonly period?: string
}

interface LeaseDocument {
  /** The organization's id. */
  readonly _id: number
  /** Absent where nothing was ever reserved. */
  readonly leases?: readonly Lease[]
  /** By the first day of their period: a number for each, twelve a year. */
  readonly questions?: Readonly<Record<string, number>>
}

/**
 * Leases of all processes that share a store, by its clock: a document for each organization, changed by one conditional
 * update that counts the question as well.
 */
export const mongoLeases = (db: Db, clock: StoreClock): Leases => {
  const documents = db.collection<LeaseDocument>('leases')
  return {
    async acquire(_id, turnId, wanted) {
      const { max, forMs, questions } = wanted
      if (max < 1) return { ok: false, full: 'places' }
      const now = await clock.now()
      const lease = { turnId, state: 'reserved' as const, expiresAt: new Date(now + forMs) }
      const period = questions?.period
      const first = await push(documents, _id, lease, wanted)
      if (first !== null) return takenOf(first, period)
      // Only who finds no place looks for leases that are over, and begins the list.
      await endWhatIsOver(documents, _id, now)
      const afterwards = await push(documents, _id, lease, wanted)
      if (afterwards !== null) return takenOf(afterwards, period)
      const found = (await documents.findOne({ _id }, READ_LIMIT)) ?? { _id }
      if (found.leases?.some((one) => one.turnId === turnId)) return takenOf(found, period)
      return { ok: false, full: fullQuestions(found, questions) ?? 'places' }
    },
    async hold(_id, turnId, forMs, period) {
      const lease = { turnId, state: 'held' as const, expiresAt: new Date((await clock.now()) + forMs) }
      const takeOver = async (): Promise<boolean> =>
        (await documents.updateOne({ _id, 'leases.turnId': turnId }, { $set: { 'leases.$': lease } })).matchedCount ===
        1
      if (await takeOver()) return
      // What was reserved is over or was given back. Of two attempts that find it so, one begins anew.
      const hasNone = { _id, 'leases.turnId': { $ne: turnId } }
      const begin = { $push: { leases: lease }, ...counting(period, 1) }
      await documents.updateOne(hasNone, begin, { upsert: true }).catch(unlessDuplicate)
      await takeOver()
    },
    async giveBack(_id, turnId) {
      const found = await documents.findOne({ _id, 'leases.turnId': turnId }, READ_LIMIT)
      const lease = found?.leases?.find((one) => one.turnId === turnId)
      if (lease?.state === 'reserved') await giveBack(documents, _id, lease)
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
      return usedOf(found, period) - overIn(found, now).filter((lease) => lease.period === period).length
    },
    async erase(_id) {
      await documents.deleteOne({ _id })
    },
  }
}

/** @returns null where it is full, has the turn already, or is absent */
const push = (
  documents: Collection<LeaseDocument>,
  _id: number,
  lease: Lease,
  { max, questions }: WantedPlace,
): Promise<LeaseDocument | null> => {
  const own = questions === undefined ? lease : { ...lease, period: questions.period }
  const isLeft = questions?.max == null ? {} : { [`questions.${questions.period}`]: { $not: { $gte: questions.max } } }
  return documents.findOneAndUpdate(
    // A list has an element at `max - 1` exactly when it has at least `max` of them.
    { _id, [`leases.${max - 1}`]: { $exists: false }, 'leases.turnId': { $ne: lease.turnId }, ...isLeft },
    { $push: { leases: own }, ...counting(questions?.period, 1) },
    { returnDocument: 'after', projection: { questions: 1 }, ...READ_LIMIT },
  )
}

const counting = (period: string | undefined, more: number) =>
  period === undefined ? {} : { $inc: { [`questions.${period}`]: more } }

const usedOf = ({ questions = {} }: LeaseDocument, period: string): number => questions[period] ?? 0

const takenOf = (found: LeaseDocument, period: string | undefined) =>
  period === undefined ? ({ ok: true } as const) : ({ ok: true, used: usedOf(found, period) } as const)

const fullQuestions = (found: LeaseDocument, quota: QuestionQuota | undefined) => {
  if (quota === undefined) return undefined
  const reserved = (found.leases ?? []).filter(({ state, period }) => state === 'reserved' && period === quota.period)
  return fullQuota(quota, usedOf(found, quota.period), reserved.length)
}

/** What was reserved for turns that nobody has begun. */
const overIn = ({ leases = [] }: LeaseDocument, now: number): readonly Lease[] =>
  leases.filter(({ state, expiresAt }) => state === 'reserved' && expiresAt.getTime() <= now)

/** Begins the list where there is none. */
const endWhatIsOver = async (documents: Collection<LeaseDocument>, _id: number, now: number): Promise<void> => {
  const found = await documents.findOne({ _id }, READ_LIMIT)
  for (const lease of found === null ? [] : overIn(found, now)) await giveBack(documents, _id, lease)
  const isOver = { state: 'held' as const, expiresAt: { $lte: new Date(now) } }
  await documents.updateOne({ _id }, { $pull: { leases: isOver } }, { upsert: true }).catch(unlessDuplicate)
}

/** One write: of several who give the same back, and the turn that takes it over, one does. */
const giveBack = async (
  documents: Collection<LeaseDocument>,
  _id: number,
  { turnId, period }: Pick<Lease, 'turnId' | 'period'>,
): Promise<void> => {
  const reserved = { turnId, state: 'reserved' as const }
  const change = { $pull: { leases: reserved }, ...counting(period, -1) }
  await documents.updateOne({ _id, leases: { $elemMatch: reserved } }, change)
}
