import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { leftBehind, STAYS, SWEPT_MAX } from '../../../store/leaving.ts'
import type { DatabaseDocument } from './databases.ts'

interface DatabaseKeys {
  revokeOfDatabase(caller: OrganizationRef, databaseId: string, at: Date): Promise<number>
}

/** A collection with documents that belong to a database. */
interface DatabasePart {
  removeOfDatabase(caller: OrganizationRef, databaseId: string): Promise<void>
}

/**
 * A database is marked, then its keys are revoked, its parts are removed in their order, then itself: repeating it after a
 * failure completes it.
 */
export const leavingDatabaseStore = (
  connection: Connection,
  { keys, parts }: { readonly keys: DatabaseKeys; readonly parts: readonly DatabasePart[] },
) => {
  const model = connection.model<DatabaseDocument>('Database')
  /** Marks it, and frees its name. @returns when it was marked first; undefined when there is none */
  const mark = async ({ organizationId }: OrganizationRef, _id: string): Promise<Date | undefined> => {
    const name = `${_id} leaves`
    await model.updateOne({ _id, organizationId, ...STAYS }, { $set: { leavingAt: new Date(), name } })
    const found = await model.findOne({ _id, organizationId }, { leavingAt: 1 }).lean()
    return found?.leavingAt
  }
  /** Keys before patterns: no key is left that leads nowhere. */
  const erase = async (caller: OrganizationRef, id: string, leavingAt: Date): Promise<number> => {
    const revoked = await keys.revokeOfDatabase(caller, id, leavingAt)
    for (const part of parts) await part.removeOfDatabase(caller, id)
    await model.deleteOne({ _id: id, organizationId: caller.organizationId, leavingAt })
    return revoked
  }
  return {
    /** Marks a database as deleted for all callers. @returns false when there is none, marked or not */
    async markLeaving(caller: OrganizationRef, id: string): Promise<boolean> {
      return (await mark(caller, id)) !== undefined
    },
    /** Whether a database of the caller's organization was begun to be forgotten, and is not yet. */
    async isLeaving({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      return (await model.findOne({ _id: id, organizationId }, { leavingAt: 1 }).lean())?.leavingAt !== undefined
    },
    /**
     * Forgets a database of the caller's organization, with its address, its keys, its verified queries, exports and evaluations; the database
     * itself stays as it is.
     * @returns how many keys have ended with it; undefined when there is no such database
     */
    async remove(caller: OrganizationRef, id: string): Promise<number | undefined> {
      const leavingAt = await mark(caller, id)
      return leavingAt === undefined ? undefined : await erase(caller, id, leavingAt)
    },
    /** Finishes deletions whose process died. */
    async sweep(now: Date): Promise<void> {
      const found = await model.find(leftBehind(now), { organizationId: 1, leavingAt: 1 }).limit(SWEPT_MAX).lean()
      for (const { _id, organizationId, leavingAt } of found)
        if (leavingAt !== undefined) await erase({ organizationId }, _id, leavingAt)
    },
  }
}
