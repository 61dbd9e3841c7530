import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { interruptedDeletion, SWEEP_DELETIONS_MAX, WITHOUT_TOMBSTONE } from '../../../store/tombstone.ts'
import type { DatabaseDocument } from './databases.ts'

interface DatabaseKeys {
  revokeOfDatabase(caller: OrganizationRef, databaseId: string, at: Date): Promise<number>
}

/** A collection with documents of a database. */
interface DatabasePart {
  removeOfDatabase(caller: OrganizationRef, databaseId: string): Promise<void>
}

/**
 * Deletes databases: a database is marked, its keys are revoked, its parts are removed in order, then the document;
 * repeating this after a failure completes it.
 */
export const databaseDeletionStore = (
  connection: Connection,
  { keys, parts }: { readonly keys: DatabaseKeys; readonly parts: readonly DatabasePart[] },
) => {
  const model = connection.model<DatabaseDocument>('Database')
  /**
   * Marks a database for deletion and frees its name.
   * @returns the time of the first mark; undefined if there is none
   */
  const mark = async ({ organizationId }: OrganizationRef, _id: string): Promise<Date | undefined> => {
    const name = `${_id} leaves`
    await model.updateOne({ _id, organizationId, ...WITHOUT_TOMBSTONE }, { $set: { leavingAt: new Date(), name } })
    const found = await model.findOne({ _id, organizationId }, { leavingAt: 1 }).lean()
    return found?.leavingAt
  }
  /** Revokes keys first, so that none refers to a removed database. */
  const erase = async (caller: OrganizationRef, id: string, leavingAt: Date): Promise<number> => {
    const revoked = await keys.revokeOfDatabase(caller, id, leavingAt)
    for (const part of parts) await part.removeOfDatabase(caller, id)
    await model.deleteOne({ _id: id, organizationId: caller.organizationId, leavingAt })
    return revoked
  }
  return {
    /** Marks a database for deletion; it is invisible from then on. @returns false if there is none, marked or not */
    async markPendingDeletion(caller: OrganizationRef, id: string): Promise<boolean> {
      return (await mark(caller, id)) !== undefined
    },
    /** Whether a database is marked for deletion. */
    async isPendingDeletion({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      return (await model.findOne({ _id: id, organizationId }, { leavingAt: 1 }).lean())?.leavingAt !== undefined
    },
    /**
     * Deletes a database of the organization with its address, keys, verified queries, exports and evaluations. The
     * customer's database itself is not changed.
     * @returns the number of revoked keys; undefined if there is no such database
     */
    async remove(caller: OrganizationRef, id: string): Promise<number | undefined> {
      const leavingAt = await mark(caller, id)
      return leavingAt === undefined ? undefined : await erase(caller, id, leavingAt)
    },
    /** Completes deletions that were interrupted. */
    async sweep(now: Date): Promise<void> {
      const found = await model
        .find(interruptedDeletion(now), { organizationId: 1, leavingAt: 1 })
        .limit(SWEEP_DELETIONS_MAX)
        .lean()
      for (const { _id, organizationId, leavingAt } of found)
        if (leavingAt !== undefined) await erase({ organizationId }, _id, leavingAt)
    },
  }
}
