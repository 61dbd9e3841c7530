import { randomUUID } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import {
  type AuthorizationRevision,
  FIRST_REVISION,
  REVISION_COLLECTION,
  revisionId,
} from '../rules/authorization-revision.ts'
import type { OrganizationRef } from '../rules/organization-ref.ts'

interface RevisionDocument {
  _id: string
  epoch?: AuthorizationRevision
}

const schema = new Schema<RevisionDocument>(
  { _id: { type: String, required: true }, epoch: String },
  { versionKey: false, strict: true },
)

/** @param onRenewed called after this process has renewed a revision */
export const authorizationRevisionStore = (connection: Connection, onRenewed: (caller: OrganizationRef) => void) => {
  const model = connection.model<RevisionDocument>('AuthorizationRevision', schema, REVISION_COLLECTION)
  return {
    /** The current revision. Read it before the data that is cached with it. */
    async find(caller: OrganizationRef): Promise<AuthorizationRevision> {
      const found = await model.findById(revisionId(caller.organizationId), { epoch: 1 }).lean()
      return found?.epoch ?? FIRST_REVISION
    },
    /** Replaces the revision, which invalidates what all processes have cached of the organization. */
    async renew(caller: OrganizationRef): Promise<void> {
      const filter = { _id: revisionId(caller.organizationId) }
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
    /** Deletes the revision of a removed organization. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteOne({ _id: revisionId(organizationId) })
    },
  }
}

type Change<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

/**
 * Wraps a function that changes authorizations: the revision is renewed before the function returns or throws, because a failed
 * change may be half done.
 */
export const renewing =
  (renewRevision: (caller: OrganizationRef) => Promise<void>) =>
  <Owner, Args extends readonly unknown[], Value>(
    change: Change<readonly [Owner, ...Args], Value>,
    ownerOf: (owner: Owner) => number,
  ): Change<readonly [Owner, ...Args], Value> =>
  async (owner, ...args) => {
    try {
      return await change(owner, ...args)
    } finally {
      await renewRevision({ organizationId: ownerOf(owner) })
    }
  }
