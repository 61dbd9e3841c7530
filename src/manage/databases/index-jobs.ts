import { v5 as uuidv5 } from 'uuid'
import { billingPeriod } from '../../access/rules/billing-period.ts'
import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { managementLimits } from '../../access/rules/plan.ts'
import type { NoteQuota } from '../../access/rules/quota.ts'
import { dayOf } from '../../ask/rules/day.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { IndexWorkflows } from '../../temporal/index-workflows.ts'
import type { IndexInput } from '../jobs/rules/index-input.ts'
import { type IndexCause, isEnded, type Job } from '../jobs/rules/job.ts'
import { reconcileJob } from './reconcile-job.ts'
import type { StoredDatabase } from './store/databases.ts'

/** A job to start, and its summary for operators. */
export interface NewIndexJob {
  readonly input: IndexInput
  readonly summary: string
}

/** Indexing jobs: at most one per database at a time, for all causes together. */
export interface IndexJobs {
  /** The current state of a job (`reconcileJob`). @throws Problem `worker_unavailable` if Temporal does not respond */
  settled(caller: OrganizationRef, job: Job): Promise<Job>
  /** The queued or running job of a database. @throws as `settled` */
  running(caller: OrganizationRef, databaseId: string): Promise<Job | undefined>
  /**
   * Starts a requested job.
   * @param organization its plan limits requested jobs per billing period
   * @param jobId a job with this id was added by the same request before
   * @throws Problem `indexing_quota_reached`, `worker_unavailable`
   */
  begin(database: StoredDatabase, organization: Organization, jobId: string): Promise<Job>
  /**
   * Starts an automatic job, unless the database is being indexed or was within the last ten minutes; concurrent calls
   * of all processes start one job.
   * @param delayMs delay before the job reads anything
   * @throws as `settled`
   */
  beginAutomatic(database: StoredDatabase, cause: IndexCause, delayMs?: number): Promise<void>
  /**
   * Adds an automatic job that the caller runs itself.
   * @returns undefined if none is necessary.
   * @throws as `settled`
   */
  addAutomatic(database: StoredDatabase, cause: IndexCause): Promise<NewIndexJob | undefined>
  /** Counts a requested job in the usage of its day, once, in case the process that started it died before. */
  recordRun(caller: OrganizationRef, jobId: string): Promise<void>
}

interface JobParts {
  readonly store: Pick<Store, 'jobs' | 'usageDays'>
  readonly indexing: Pick<IndexWorkflows, 'isRunning' | 'start'>
  /** Receives the number of counted runs. */
  readonly noteQuota: NoteQuota
  /** Whether names of databases are withheld from operators. */
  readonly redact: boolean
}

const INTERVAL_MS = 10 * 60_000
/** UUID namespace of automatic jobs. */
const AUTOMATIC_JOBS = '5d0c1e0a-6a53-4b0e-9b7e-0f9f2f1c7a51'

export const indexJobs = ({ store, indexing, noteQuota, redact }: JobParts): IndexJobs => {
  const source = { store, isRunning: indexing.isRunning }
  const settled: IndexJobs['settled'] = (caller, job) => reconcileJob(source, caller, job)
  const running: IndexJobs['running'] = async (caller, databaseId) => {
    const unfinished = await store.jobs.findRunningIndexJob(caller, databaseId)
    const job = unfinished === undefined ? undefined : await settled(caller, unfinished)
    return job === undefined || isEnded(job) ? undefined : job
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
  const addAutomatic: IndexJobs['addAutomatic'] = async (database, cause) => {
    const { organizationId, id: databaseId } = database
    const now = Date.now()
    const jobId = uuidv5(`${databaseId}/${Math.floor(now / INTERVAL_MS)}`, AUTOMATIC_JOBS)
    const current = await running(database, databaseId)
    // A job with this id was added just now, possibly by a process that died before starting it.
    if (current !== undefined && current.id !== jobId) return undefined
    if (current === undefined) {
      if (await store.jobs.hasIndexJobSince(database, databaseId, new Date(now - INTERVAL_MS))) return undefined
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
        // A lowered limit can be exceeded at once, without an earlier warning.
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
    async beginAutomatic(database, cause, delayMs) {
      const added = await addAutomatic(database, cause)
      if (added !== undefined) await start(added, delayMs)
    },
    addAutomatic,
    async recordRun(caller, jobId) {
      const job = await store.jobs.findIndexJob(caller, jobId)
      if (job?.cause === 'request') await countRun(caller, job)
    },
  }
}
