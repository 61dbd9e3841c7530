import type { Db } from '../mongodb/driver.ts'
import type { StoreClock } from '../mongodb/store-clock.ts'
import { IN_TIME } from '../mongodb/waits.ts'
import { unlessDuplicate } from './unless-duplicate.ts'

/**
 * Places of turns that are being answered at once, by organization. A place belongs to its turn: whoever asks reserves it
 * for the moment in which a worker takes the question in, the turn's first step takes it over, and its last one gives it
 * back. It is a lease all the same: whoever dies with it holds it until it expires, and no longer.
 */
export interface Leases {
  /** Reserves a place. @returns false when all are taken; a turn that has one keeps it */
  acquire(
    organizationId: number,
    turnId: string,
    lease: { readonly max: number; readonly forMs: number },
  ): Promise<boolean>
  /** The turn runs, and its place is its own from here on: a turn that runs is counted, reserved or not. */
  hold(organizationId: number, turnId: string, forMs: number): Promise<void>
  /** Gives back what was reserved; what the turn has taken over is its own. */
  giveBack(organizationId: number, turnId: string): Promise<void>
  /** The turn has ended. Does nothing when its place is gone already. */
  release(organizationId: number, turnId: string): Promise<void>
  /** How many places are taken now; undefined where nobody counts them. */
  taken(organizationId: number): Promise<number | undefined>
  /** Forgets all places of an organization, once it has left. */
  erase(organizationId: number): Promise<void>
}

type LeaseState = 'reserved' | 'held'

interface Lease {
  readonly turnId: string
  readonly state: LeaseState
  readonly expiresAt: Date
}

interface LeaseDocument {
  /** The organization's id. */
  readonly _id: number
  readonly leases: readonly Lease[]
}

/** Leases of this process. */
export const memoryLeases = (): Leases => {
  const held = new Map<number, Map<string, { readonly state: LeaseState; readonly expiresAt: number }>>()
  const forget = (organizationId: number, turnId: string): void => {
    const own = held.get(organizationId)
    own?.delete(turnId)
    if (own?.size === 0) held.delete(organizationId)
  }
  return {
    async acquire(organizationId, turnId, { max, forMs }) {
      const now = Date.now()
      const own = new Map([...(held.get(organizationId) ?? [])].filter(([, { expiresAt }]) => expiresAt > now))
      if (own.has(turnId)) return true
      if (own.size >= max) return false
      held.set(organizationId, own.set(turnId, { state: 'reserved', expiresAt: now + forMs }))
      return true
    },
    async hold(organizationId, turnId, forMs) {
      const own = held.get(organizationId) ?? new Map()
      held.set(organizationId, own.set(turnId, { state: 'held', expiresAt: Date.now() + forMs }))
    },
    async giveBack(organizationId, turnId) {
      if (held.get(organizationId)?.get(turnId)?.state === 'reserved') forget(organizationId, turnId)
    },
    async release(organizationId, turnId) {
      forget(organizationId, turnId)
    },
    async taken(organizationId) {
      const now = Date.now()
      return [...(held.get(organizationId)?.values() ?? [])].filter(({ expiresAt }) => expiresAt > now).length
    },
    async erase(organizationId) {
      held.delete(organizationId)
    },
  }
}

/**
 * Leases of all processes that share a store, by its clock: a document for each organization, changed by one conditional
 * update.
 */
export const mongoLeases = (db: Db, clock: StoreClock): Leases => {
  const documents = db.collection<LeaseDocument>('leases')
  return {
    async acquire(_id, turnId, { max, forMs }) {
      if (max < 1) return false
      const now = await clock.now()
      // A list has an element at `max - 1` exactly when it has at least `max` of them.
      const isFree = { _id, [`leases.${max - 1}`]: { $exists: false }, 'leases.turnId': { $ne: turnId } }
      const lease = { turnId, state: 'reserved' as const, expiresAt: new Date(now + forMs) }
      const push = async (): Promise<boolean> =>
        (await documents.updateOne(isFree, { $push: { leases: lease } })).modifiedCount === 1
      if (await push()) return true
      // Only who finds no place looks for leases that are over, and begins the list.
      const isOver = { expiresAt: { $lte: new Date(now) } }
      await documents.updateOne({ _id }, { $pull: { leases: isOver } }, { upsert: true }).catch(unlessDuplicate)
      return (await push()) || (await documents.findOne({ _id, 'leases.turnId': turnId }, IN_TIME)) !== null
    },
    async hold(_id, turnId, forMs) {
      const lease = { turnId, state: 'held' as const, expiresAt: new Date((await clock.now()) + forMs) }
      const takeOver = async (): Promise<boolean> =>
        (await documents.updateOne({ _id, 'leases.turnId': turnId }, { $set: { 'leases.$': lease } })).matchedCount ===
        1
      if (await takeOver()) return
      // What was reserved is over or was given back. Of two attempts that find it so, one begins anew.
      const hasNone = { _id, 'leases.turnId': { $ne: turnId } }
      await documents.updateOne(hasNone, { $push: { leases: lease } }, { upsert: true }).catch(unlessDuplicate)
      await takeOver()
    },
    async giveBack(organizationId, turnId) {
      await documents.updateOne({ _id: organizationId }, { $pull: { leases: { turnId, state: 'reserved' } } })
    },
    async release(organizationId, turnId) {
      await documents.updateOne({ _id: organizationId }, { $pull: { leases: { turnId } } })
    },
    async taken(_id) {
      const [found, now] = await Promise.all([documents.findOne({ _id }, IN_TIME), clock.now()])
      return (found?.leases ?? []).filter(({ expiresAt }) => expiresAt.getTime() > now).length
    },
    async erase(_id) {
      await documents.deleteOne({ _id })
    },
  }
}
