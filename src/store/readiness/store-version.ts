import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { isWrittenFirst } from '../duplicate-key.ts'

/** What a store says of itself. */
export interface StoreVersion {
  /** The last migration that is done, and holds of everything stored. */
  readonly version: number
  /** A program that knows no version as late as this may not write. */
  readonly needs: number
}

interface Lease {
  readonly holder: string
  /** Grows while its holder lives. */
  readonly beat: number
}

interface VersionDocument extends StoreVersion {
  readonly _id: 'store'
  readonly lease?: Lease
  readonly done?: readonly { readonly number: number; readonly at: Date }[]
}

export const VERSION_COLLECTION = 'store_version'

/** How long who waits sees a lease stand still before it takes it over, and how often its holder moves it. */
export interface LeaseTimes {
  readonly stillMs: number
  readonly beatMs: number
  readonly lookMs: number
}

export const LEASE_TIMES: LeaseTimes = { stillMs: 15_000, beatMs: 3_000, lookMs: 500 }

/** The lease was taken over: its holder had stood still for too long. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const _id = 'store'

/**
 * The record of a store's version. It is kept by conditional writes, and no clock of another machine counts: whoever waits
 * for a lease measures by its own how long that has not moved.
 */
export const versionRecord = (connection: Pick<Connection, 'collection'>, holder: string = randomUUID()) => {
  const documents = connection.collection<VersionDocument>(VERSION_COLLECTION)
  const look = async (): Promise<VersionDocument> => {
    const found = await documents.findOne({ _id })
    return found ?? { _id, version: 0, needs: 0 }
  }
  const mine = { _id, 'lease.holder': holder } as const
  const held = async (change: Parameters<typeof documents.updateOne>[1]): Promise<void> => {
    if ((await documents.updateOne(mine, change)).matchedCount === 0) throw new LeaseLost('the lease is another one’s')
  }
  return {
    /** Of a store that nobody has prepared yet, 0. */
    async look(): Promise<StoreVersion> {
      const { version, needs } = await look()
      return { version, needs }
    },
    /** Who holds the lease, as far as it has come; undefined where it is free. */
    async lease(): Promise<Lease | undefined> {
      return (await look()).lease
    },
    /** Takes the lease where it is as it was seen. @returns false where somebody was first */
    async take(seen: Lease | undefined): Promise<boolean> {
      const lease = { holder, beat: 0 }
      if (seen !== undefined) {
        const asSeen = { _id, 'lease.holder': seen.holder, 'lease.beat': seen.beat } as const
        return (await documents.updateOne(asSeen, { $set: { lease } })).modifiedCount === 1
      }
      if (await isWrittenFirst(() => documents.insertOne({ _id, version: 0, needs: 0, lease }))) return true
      return (await documents.updateOne({ _id, lease: { $exists: false } }, { $set: { lease } })).modifiedCount === 1
    },
    /** @throws LeaseLost */
    beat: (): Promise<void> => held({ $inc: { 'lease.beat': 1 } }),
    /** One more is done. @throws LeaseLost */
    reach: (version: number, needs: number): Promise<void> =>
      held({ $set: { version, needs }, $push: { done: { number: version, at: new Date() } } }),
    /**
     * A program that knows no later version begins to write: what a later one has done does not hold of that, and is to be
     * done again.
     */
    async goBackTo(version: number): Promise<void> {
      await documents.updateOne({ _id, version: { $gt: version } }, { $set: { version } })
    },
    async giveBack(): Promise<void> {
      await documents.updateOne(mine, { $unset: { lease: 1 } })
    },
  }
}

export type VersionRecord = ReturnType<typeof versionRecord>
