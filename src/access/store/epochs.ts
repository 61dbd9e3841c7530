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

/** @param onRenewed told whose epoch this process has renewed */
export const epochStore = (connection: Connection, onRenewed: (caller: OrganizationRef) => void) => {
  const model = connection.model<EpochDocument>('Epoch', schema, EPOCH_COLLECTION)
  return {
    /** The caller's epoch. To be asked for before what is held with it. */
    async find(caller: OrganizationRef): Promise<Epoch> {
      const found = await model.findById(epochId(caller.organizationId), { epoch: 1 }).lean()
      return found?.epoch ?? FIRST_EPOCH
    },
    /** Begins another one: what any process holds of the caller's organization is out of date from here on. */
    async renew(caller: OrganizationRef): Promise<void> {
      const own = { _id: epochId(caller.organizationId) }
      const renewed = { $set: { epoch: randomUUID() } }
      try {
        await model.updateOne(own, renewed, { upsert: true })
      } catch (error) {
        // The first request of the organization has begun its windows in this moment.
        if (!isDuplicateKey(error)) throw error
        await model.updateOne(own, renewed)
      }
      onRenewed(caller)
    },
    /** Removes that of an organization that is gone. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteOne({ _id: epochId(organizationId) })
    },
  }
}

type Verb<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

/**
 * Verbs that change what requests are judged by: the epoch is another one before anybody hears that they are done,
 * also where they have failed half-way.
 */
export const renewing =
  (renewEpoch: (caller: OrganizationRef) => Promise<void>) =>
  <Owner, Args extends readonly unknown[], Value>(
    verb: Verb<readonly [Owner, ...Args], Value>,
    ownerOf: (owner: Owner) => number,
  ): Verb<readonly [Owner, ...Args], Value> =>
  async (owner, ...args) => {
    try {
      return await verb(owner, ...args)
    } finally {
      await renewEpoch({ organizationId: ownerOf(owner) })
    }
  }
