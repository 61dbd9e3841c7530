import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { insertIfAbsent } from '../../platform/mongodb/duplicate-key.ts'

interface StoreVersion {
  /** The last completed migration, which applies to all documents. */
  readonly version: number
  /** The minimum version that a program must know to write. */
  readonly needs: number
}

interface Lease {
  readonly holder: string
  /** Heartbeat: incremented while the holder is alive. */
  readonly beat: number
}

interface VersionDocument extends StoreVersion {
  readonly _id: 'store'
  readonly lease?: Lease
  readonly done?: readonly { readonly number: number; readonly at: Date }[]
}

export const VERSION_COLLECTION = 'store_version'

/** Time without a heartbeat before a lease is taken over, interval of heartbeats, and polling interval of waiting processes. */
export interface LeaseTimes {
  readonly takeoverMs: number
  readonly beatMs: number
  readonly pollMs: number
}

export const LEASE_TIMES: LeaseTimes = { takeoverMs: 15_000, beatMs: 3_000, pollMs: 500 }

/** The lease was taken over, because its heartbeat had stopped. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const _id = 'store'

/**
 * The record of a store's version, changed by conditional writes. Clocks of other machines do not matter: a waiting process
 * measures the time without a heartbeat by its own clock.
 */
export const versionRecord = (connection: Pick<Connection, 'collection'>, holder: string = randomUUID()) => {
  const documents = connection.collection<VersionDocument>(VERSION_COLLECTION)
  const look = async (): Promise<VersionDocument> => {
    const found = await documents.findOne({ _id })
    return found ?? { _id, version: 0, needs: 0 }
  }
  const own = { _id, 'lease.holder': holder } as const
  const updateHeld = async (change: Parameters<typeof documents.updateOne>[1]): Promise<void> => {
    if ((await documents.updateOne(own, change)).matchedCount === 0) throw new LeaseLost('the lease is another one’s')
  }
  return {
    /** Version 0 for a store that was never prepared. */
    async read(): Promise<StoreVersion> {
      const { version, needs } = await look()
      return { version, needs }
    },
    /** The current lease; undefined if it is free. */
    async lease(): Promise<Lease | undefined> {
      return (await look()).lease
    },
    /** Takes the lease if it is unchanged since it was read. @returns false if another process was first */
    async takeLease(seen: Lease | undefined): Promise<boolean> {
      const lease = { holder, beat: 0 }
      if (seen !== undefined) {
        const asSeen = { _id, 'lease.holder': seen.holder, 'lease.beat': seen.beat } as const
        return (await documents.updateOne(asSeen, { $set: { lease } })).modifiedCount === 1
      }
      if (await insertIfAbsent(() => documents.insertOne({ _id, version: 0, needs: 0, lease }))) return true
      return (await documents.updateOne({ _id, lease: { $exists: false } }, { $set: { lease } })).modifiedCount === 1
    },
    /** @throws LeaseLost */
    beat: (): Promise<void> => updateHeld({ $inc: { 'lease.beat': 1 } }),
    /** Records a completed migration. @throws LeaseLost */
    reach: (version: number, needs: number): Promise<void> =>
      updateHeld({ $set: { version, needs }, $push: { done: { number: version, at: new Date() } } }),
    /**
     * Lowers the version when an older program starts to write: later migrations do not apply to its documents and must be
     * repeated.
     */
    async lowerVersion(version: number): Promise<void> {
      await documents.updateOne({ _id, version: { $gt: version } }, { $set: { version } })
    },
    async releaseLease(): Promise<void> {
      await documents.updateOne(own, { $unset: { lease: 1 } })
    },
  }
}

export type VersionRecord = ReturnType<typeof versionRecord>
