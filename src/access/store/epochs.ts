import { randomUUID } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from '../../store/duplicate-key.ts'
import { EPOCH_COLLECTION, type Epoch, epochId, FIRST_EPOCH } from '../rules/epoch.ts'
import type { OrganizationRef } from '../rules/organization-ref.ts'

interface EpochDocument {
  _id: string
  epoch?: Epoch
}

const schema = new Schema<EpochDocument>(
  { _id: { type: String, required: true }, epoch: String },
  { versionKey: false, strict: true },
)

/** @param onRenewed called after this process has renewed an epoch */
export const epochStore = (connection: Connection, onRenewed: (caller: OrganizationRef) => void) => {
  const model = connection.model<EpochDocument>('Epoch', schema, EPOCH_COLLECTION)
  return {
    /** The current epoch. Read it before the data that is cached with it. */
    async find(caller: OrganizationRef): Promise<Epoch> {
      const found = await model.findById(epochId(caller.organizationId), { epoch: 1 }).lean()
      return found?.epoch ?? FIRST_EPOCH
    },
    /** Replaces the epoch, which invalidates what all processes have cached of the organization. */
    async renew(caller: OrganizationRef): Promise<void> {
      const filter = { _id: epochId(caller.organizationId) }
      const renewed = { $set: { epoch: randomUUID() } }
      try {
        await model.updateOne(filter, renewed, { upsert: true })
      } catch (error) {
        // The first request of the organization has concurrently created the document, with its windows.
        if (!isDuplicateKey(error)) throw error
        await model.updateOne(filter, renewed)
      }
      onRenewed(caller)
    },
    /** Deletes the epoch of a removed organization. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteOne({ _id: epochId(organizationId) })
    },
  }
}

type Change<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

/**
 * Wraps a function that changes authorizations: the epoch is renewed before the function returns or throws, because a failed
 * change may be half done.
 */
export const renewing =
  (renewEpoch: (caller: OrganizationRef) => Promise<void>) =>
  <Owner, Args extends readonly unknown[], Value>(
    change: Change<readonly [Owner, ...Args], Value>,
    ownerOf: (owner: Owner) => number,
  ): Change<readonly [Owner, ...Args], Value> =>
  async (owner, ...args) => {
    try {
      return await change(owner, ...args)
    } finally {
      await renewEpoch({ organizationId: ownerOf(owner) })
    }
  }
