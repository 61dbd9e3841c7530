import { v5 as uuidv5 } from 'uuid'
import { billingPeriod } from '../../access/rules/billing-period.ts'
import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { managementLimits } from '../../access/rules/plan.ts'
import type { NoteQuota } from '../../access/rules/quota.ts'
import { dayOf } from '../../ask/rules/day.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { Indexing } from '../../temporal/indexing.ts'
import type { IndexInput } from '../jobs/rules/index-input.ts'
import { type IndexCause, isOver, type Job } from '../jobs/rules/job.ts'
import { settleJob } from './settle-job.ts'
import type { StoredDatabase } from './store/databases.ts'

/** A job that is about to begin, and what operators see of it. */
export interface NewIndexJob {
  readonly input: IndexInput
  readonly summary: string
}

/** Jobs that index databases: at most one of a database at a time. */
export interface IndexJobs {
  /** A job as it is by now (`settleJob`). @throws Problem `worker_unavailable` when Temporal does not say */
  settled(caller: OrganizationRef, job: Job): Promise<Job>
  /** The one that indexes a database now. @throws as `settled` */
  running(caller: OrganizationRef, databaseId: string): Promise<Job | undefined>
  /**
   * Starts a requested job.
   *
   * @param organization its plan limits how many jobs it may start in a billing period
   * @param jobId a job with this id was started by the same request before
   * @throws Problem `indexing_quota_reached`, `worker_unavailable`
   */
  begin(database: StoredDatabase, organization: Organization, jobId: string): Promise<Job>
  /**
   * Starts an automatic job, unless the database is indexed now or was within the last ten minutes. Of concurrent
   * processes one starts it.
   *
   * @param delayMs delay before it reads anything
   * @throws as `settled`
   */
  beginUnasked(database: StoredDatabase, cause: IndexCause, delayMs?: number): Promise<void>
  /** The same for a caller that runs the job itself. @returns undefined where none is to start. @throws as `settled` */
  addUnasked(database: StoredDatabase, cause: IndexCause): Promise<NewIndexJob | undefined>
  /** Counts a requested job in the usage of its day, once, if the process that started it died before. */
  noteRun(caller: OrganizationRef, jobId: string): Promise<void>
}

interface JobParts {
  readonly store: Pick<Store, 'jobs' | 'usageDays'>
  readonly indexing: Pick<Indexing, 'isRunning' | 'start'>
  /** Called with the number of counted runs. */
  readonly noteQuota: NoteQuota
  /** Whether operators may not read names of databases. */
  readonly redact: boolean
}

const UNASKED_EVERY_MS = 10 * 60_000
/** Namespace for ids of automatic jobs. */
const UNASKED = '5d0c1e0a-6a53-4b0e-9b7e-0f9f2f1c7a51'

export const indexJobs = ({ store, indexing, noteQuota, redact }: JobParts): IndexJobs => {
  const source = { store, isRunning: indexing.isRunning }
  const settled: IndexJobs['settled'] = (caller, job) => settleJob(source, caller, job)
  const running: IndexJobs['running'] = async (caller, databaseId) => {
    const unended = await store.jobs.findRunningIndexJob(caller, databaseId)
    const job = unended === undefined ? undefined : await settled(caller, unended)
    return job === undefined || isOver(job) ? undefined : job
  }
  const summaryOf = ({ id, name }: StoredDatabase): string => (redact ? id : `Index ${name}`)
  const countRun = async (caller: OrganizationRef, { id, createdAt, databaseId }: Job): Promise<void> =>
    await store.usageDays.count(caller, {
      id,
      day: dayOf(createdAt),
      databaseId,
      counts: { indexingRuns: 1 },
      spending: [],
    })
  const start = async ({ input, summary }: NewIndexJob, delayMs?: number): Promise<void> => {
    try {
      await indexing.start(input, summary, delayMs)
    } catch (error) {
      await store.jobs.remove(input, input.jobId)
      throw error
    }
  }
  const addUnasked: IndexJobs['addUnasked'] = async (database, cause) => {
    const { organizationId, id: databaseId } = database
    const now = Date.now()
    const jobId = uuidv5(`${databaseId}/${Math.floor(now / UNASKED_EVERY_MS)}`, UNASKED)
    const under = await running(database, databaseId)
    // A process may have added this job and died before it started it.
    if (under !== undefined && under.id !== jobId) return undefined
    if (under === undefined) {
      if (await store.jobs.hasIndexJobSince(database, databaseId, new Date(now - UNASKED_EVERY_MS))) return undefined
      await store.jobs.addIndexJob(database, { id: jobId, databaseId, cause })
    }
    return { input: { organizationId, databaseId, jobId }, summary: summaryOf(database) }
  }
  return {
    settled,
    running,
    async begin(database, organization, jobId) {
      const { organizationId, id: databaseId } = database
      const { indexingPerMonth: max } = managementLimits(organization)
      const period = billingPeriod(Date.now(), organization.billingDay)
      const added = await store.jobs.addIndexJob(database, { id: jobId, databaseId }, { max, period })
      const note = (used: number): void =>
        noteQuota(organizationId, { limit: 'indexing', used, allowed: max, period: period.startsOn })
      if (added !== 'added') {
        // A lowered limit can be used up without a warning before.
        note(max)
        const message = `Your plan allows ${max} indexing runs in a billing period. Try again after the number of seconds in Retry-After.`
        throw new Problem('indexing_quota_reached', { message, retryAfterS: added })
      }
      await start({ input: { organizationId, databaseId, jobId }, summary: summaryOf(database) })
      const job = await store.jobs.findIndexJob(database, jobId)
      if (job === undefined) throw new Problem('job_not_found')
      await countRun(database, job)
      const { used } = await store.jobs.indexRuns(database, period)
      note(used)
      return job
    },
    async beginUnasked(database, cause, delayMs) {
      const added = await addUnasked(database, cause)
      if (added !== undefined) await start(added, delayMs)
    },
    addUnasked,
    async noteRun(caller, jobId) {
      const job = await store.jobs.findIndexJob(caller, jobId)
      if (job?.cause === 'request') await countRun(caller, job)
    },
  }
}
