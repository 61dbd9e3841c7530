import type { NewIndexJob } from '../src/manage/databases/index-jobs.ts'
import type { StoredDatabase } from '../src/manage/databases/store/databases.ts'
import type { DueInput } from '../src/manage/jobs/rules/due-input.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

/** The next database that is due, and where to go on; no `after` where there are no more. */
interface NextDue {
  readonly job?: NewIndexJob
  readonly after?: string
}

const PAGE = 100
/** What one call looks through at most. */
const PAGES_MAX = 20

/** What was indexed within the last nine tenths of a period is left for the next. */
const DUE_SHARE = 0.9

/**
 * Finds the next database, in the order of their ids, that was never indexed or not for long, and adds the job that is to
 * index it. Those of organizations that are let in nowhere, and those that are indexed now, are left out.
 */
export const nextDueDatabase =
  (app: Pick<StepParts, 'jobs' | 'store'>) =>
  async ({ everyMs, after: from }: DueInput): Promise<NextDue> => {
    const since = new Date(Date.now() - DUE_SHARE * everyMs)
    let after = from
    for (let page = 0; page < PAGES_MAX; page++) {
      const databases = await app.store.databases.listAfter(after, PAGE)
      const indexed = await app.store.catalogs.indexedSince(
        databases.map(({ id }) => id),
        since,
      )
      for (const database of databases) {
        after = database.id
        const job = indexed.has(database.id) ? undefined : await added(app, database)
        if (job !== undefined) return { job, after }
      }
      if (databases.length < PAGE) return {}
    }
    return after === undefined ? {} : { after }
  }

const added = async (
  { store, jobs: { index: indexJobs } }: Pick<StepParts, 'jobs' | 'store'>,
  database: StoredDatabase,
): Promise<NewIndexJob | undefined> => {
  const organization = await store.organizations.find(database)
  if (organization === undefined || (organization.status ?? 'active') !== 'active') return undefined
  try {
    return await indexJobs.addAutomatic(database, 'schedule')
  } catch (error) {
    // The state of this one job is unknown: the other databases are due all the same.
    if (error instanceof Problem) return undefined
    throw error
  }
}
