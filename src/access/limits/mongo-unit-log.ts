import type { Collection, Db } from '../../platform/mongodb/driver.ts'
import { ignoreDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import type { StoreClock } from '../../platform/mongodb/store-clock.ts'
import { READ_LIMIT, UNJOURNALED } from '../../platform/mongodb/store-timeouts.ts'
import type { CountedUnits, UnitLog } from './sliding-windows.ts'

interface Unit {
  readonly unit: string
  readonly endsAt: Date
}

interface UnitsDocument {
  readonly _id: string
  /** Absent before the first unit. */
  readonly units?: readonly Unit[]
}

/**
 * Units of all processes that share a store, by its clock: one document per log. As in `mongo-windows.ts`, writes do not wait
 * for the disk.
 */
export const mongoUnitLog = (db: Db, clock: StoreClock): UnitLog => {
  const documents = db.collection<UnitsDocument>('units', { writeConcern: UNJOURNALED })
  return {
    async add(_id, unit, { max, forMs }) {
      const now = await clock.now()
      const added = await push(documents, _id, { unit, endsAt: new Date(now + forMs) }, max)
      if (added !== null) return countedIn(added, now, true)
      // The log is full, perhaps of expired units, or does not exist.
      const expired = { units: { endsAt: { $lte: new Date(now) } } }
      await documents.updateOne({ _id }, { $pull: expired }, { upsert: true }).catch(ignoreDuplicateKey)
      const retried = await push(documents, _id, { unit, endsAt: new Date(now + forMs) }, max)
      if (retried !== null) return countedIn(retried, now, true)
      return countedIn((await documents.findOne({ _id }, READ_LIMIT)) ?? { _id }, now, false)
    },
    async remove(_id, unit) {
      await documents.updateOne({ _id }, { $pull: { units: { unit } } })
    },
    async read(_id) {
      const [found, now] = await Promise.all([documents.findOne({ _id }, READ_LIMIT), clock.now()])
      return countedIn(found ?? { _id }, now, true)
    },
    async erase(_id) {
      await documents.deleteOne({ _id })
    },
  }
}

/** A list has an element at `max - 1` exactly when it has at least `max` of them. @returns null if it is full or absent */
const push = async (
  documents: Collection<UnitsDocument>,
  _id: string,
  unit: Unit,
  max: number,
): Promise<UnitsDocument | null> => {
  if (max < 1) return null
  const hasRoom = { _id, [`units.${max - 1}`]: { $exists: false } }
  return await documents.findOneAndUpdate(
    hasRoom,
    { $push: { units: unit } },
    { returnDocument: 'after', ...READ_LIMIT },
  )
}

const countedIn = ({ units = [] }: UnitsDocument, now: number, ok: boolean): CountedUnits => {
  const remainingMs = units.map(({ endsAt }) => endsAt.getTime() - now).filter((left) => left > 0)
  return { ok, used: remainingMs.length, oldestEndsInMs: remainingMs.length === 0 ? 0 : Math.min(...remainingMs) }
}
