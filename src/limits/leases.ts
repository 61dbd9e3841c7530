import type { Db } from 'mongodb'
import { unlessDuplicate } from './unless-duplicate.ts'

/**
 * Places of turns that are being answered at once, by organization. A place is a lease: whoever dies with it holds it
 * until it expires, and no longer.
 */
export interface Leases {
  /** @returns false when all are taken; a turn that holds one keeps it */
  acquire(
    organizationId: number,
    turnId: string,
    lease: { readonly max: number; readonly forMs: number },
  ): Promise<boolean>
  /** Does nothing when it is gone already. */
  release(organizationId: number, turnId: string): Promise<void>
}

interface Lease {
  readonly turnId: string
  readonly expiresAt: Date
}

interface LeaseDocument {
  /** The organization's id. */
  readonly _id: number
  readonly leases: readonly Lease[]
}

/** Leases of this process. */
export const memoryLeases = (): Leases => {
  const held = new Map<number, Map<string, number>>()
  return {
    async acquire(organizationId, turnId, { max, forMs }) {
      const now = Date.now()
      const own = new Map([...(held.get(organizationId) ?? [])].filter(([, expiresAt]) => expiresAt > now))
      if (!own.has(turnId) && own.size >= max) return false
      held.set(organizationId, own.set(turnId, now + forMs))
      return true
    },
    async release(organizationId, turnId) {
      const own = held.get(organizationId)
      own?.delete(turnId)
      if (own?.size === 0) held.delete(organizationId)
    },
  }
}

/** Leases of all processes that share a store: a document for each organization, changed by one conditional update. */
export const mongoLeases = (db: Db): Leases => {
  const documents = db.collection<LeaseDocument>('leases')
  return {
    async acquire(_id, turnId, { max, forMs }) {
      if (max < 1) return false
      const now = Date.now()
      // A list has an element at `max - 1` exactly when it has at least `max` of them.
      const isFree = { _id, [`leases.${max - 1}`]: { $exists: false }, 'leases.turnId': { $ne: turnId } }
      const lease = { turnId, expiresAt: new Date(now + forMs) }
      const push = async (): Promise<boolean> =>
        (await documents.updateOne(isFree, { $push: { leases: lease } })).modifiedCount === 1
      if (await push()) return true
      // Only who finds no place looks for leases that are over, and begins the list.
      const isOver = { expiresAt: { $lte: new Date(now) } }
      await documents.updateOne({ _id }, { $pull: { leases: isOver } }, { upsert: true }).catch(unlessDuplicate)
      return (await push()) || (await documents.findOne({ _id, 'leases.turnId': turnId })) !== null
    },
    async release(organizationId, turnId) {
      await documents.updateOne({ _id: organizationId }, { $pull: { leases: { turnId } } })
    },
  }
}
