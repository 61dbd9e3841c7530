import type { Connection } from 'mongoose'
import type { DatabaseDocument } from './databases.ts'
import { leftBehind, STAYS, SWEPT_MAX } from './leaving.ts'

type InOrganization = { readonly organizationId: number }

/** What is kept beside a database and goes with it. */
interface Parts {
  revokeDatabaseKeys(caller: InOrganization, databaseId: string, at: Date): Promise<number>
  removeDatabasePatterns(caller: InOrganization, databaseId: string): Promise<void>
  removeDatabaseProposals(caller: InOrganization, databaseId: string): Promise<void>
  removeDatabaseExports(caller: InOrganization, databaseId: string): Promise<void>
  removeDatabaseAttacks(caller: InOrganization, databaseId: string): Promise<void>
  removeCatalog(caller: InOrganization, databaseId: string): Promise<void>
  removeDatabaseShares(caller: InOrganization, databaseId: string): Promise<void>
  removeDatabaseEvaluations(caller: InOrganization, databaseId: string): Promise<void>
}

/**
 * A database is marked, then go its keys, verified queries, exports, runs of attacks, evaluations and catalog, then itself: the
 * same once more finishes it.
 */
export const leavingDatabaseVerbs = (connection: Connection, parts: Parts) => {
  const model = connection.model<DatabaseDocument>('Database')
  /** Marks it, and frees its name. @returns when it was marked first; undefined when there is none */
  const mark = async ({ organizationId }: InOrganization, _id: string): Promise<Date | undefined> => {
    const name = `${_id} leaves`
    await model.updateOne({ _id, organizationId, ...STAYS }, { $set: { leavingAt: new Date(), name } })
    const found = await model.findOne({ _id, organizationId }, { leavingAt: 1 }).lean()
    return found?.leavingAt
  }
  /** Keys before patterns: no key is left that leads nowhere. */
  const erase = async (caller: InOrganization, id: string, leavingAt: Date): Promise<number> => {
    const keys = await parts.revokeDatabaseKeys(caller, id, leavingAt)
    await parts.removeDatabaseShares(caller, id)
    await parts.removeDatabasePatterns(caller, id)
    await parts.removeDatabaseProposals(caller, id)
    await parts.removeDatabaseExports(caller, id)
    await parts.removeDatabaseAttacks(caller, id)
    await parts.removeDatabaseEvaluations(caller, id)
    await parts.removeCatalog(caller, id)
    await model.deleteOne({ _id: id, organizationId: caller.organizationId, leavingAt })
    return keys
  }
  return {
    /** Marks a database: it is gone for everybody from here on. @returns false when there is none, marked or not */
    async leaveDatabase(caller: InOrganization, id: string): Promise<boolean> {
      return (await mark(caller, id)) !== undefined
    },
    /** Whether a database of the caller's organization was begun to be forgotten, and is not yet. */
    async isLeaving({ organizationId }: InOrganization, id: string): Promise<boolean> {
      return (await model.findOne({ _id: id, organizationId }, { leavingAt: 1 }).lean())?.leavingAt !== undefined
    },
    /**
     * Forgets a database of the caller's organization, with its address, its keys, its verified queries, exports and evaluations; the database
     * itself stays as it is.
     * @returns how many keys have ended with it; undefined when there is no such database
     */
    async removeDatabase(caller: InOrganization, id: string): Promise<number | undefined> {
      const leavingAt = await mark(caller, id)
      return leavingAt === undefined ? undefined : await erase(caller, id, leavingAt)
    },
    /** Finishes what was begun a while ago and nobody has finished. */
    async sweepDatabases(now: Date): Promise<void> {
      const found = await model.find(leftBehind(now), { organizationId: 1, leavingAt: 1 }).limit(SWEPT_MAX).lean()
      for (const { _id, organizationId, leavingAt } of found)
        if (leavingAt !== undefined) await erase({ organizationId }, _id, leavingAt)
    },
  }
}
