import { v5 as uuidv5 } from 'uuid'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { ItemPage, NumberedPage } from '../../platform/values/page.ts'
import type { Store } from '../../store/store.ts'
import type { AttackWorkflows } from '../../temporal/attack-workflows.ts'
import { ATTACK_DURATION_MAX_MS, ATTACKS_RUNNING_MAX } from '../jobs/rules/attack-input.ts'
import { isEnded, type Job } from '../jobs/rules/job.ts'
import { reconcileJob } from './reconcile-job.ts'
import type { StoredDatabase } from './store/databases.ts'

/** Attack runs on stored policies, as jobs: at most one per database at a time. */
export interface AttackJobs {
  /** The current state of a run (`reconcileJob`). @throws Problem `worker_unavailable` */
  settled(caller: OrganizationRef, job: Job): Promise<Job>
  /** The queued or running run of a database. @throws as `settled` */
  running(caller: OrganizationRef, databaseId: string): Promise<Job | undefined>
  /**
   * Starts a run; concurrent requests start the same one.
   * @throws Problem `attack_limit_reached`, `worker_unavailable`
   */
  begin(database: StoredDatabase): Promise<Job>
  /** Stored runs of a database, latest first. @throws as `settled` */
  list(caller: OrganizationRef, databaseId: string, page: NumberedPage): Promise<ItemPage<Job>>
}

interface AttackParts {
  readonly store: Pick<Store, 'jobs'>
  readonly attacking: Pick<AttackWorkflows, 'isRunning' | 'start'>
  /** Whether names of databases are withheld from operators. */
  readonly redact: boolean
}

/** UUID namespace: the id of a run derives from the previous run, so concurrent requests get the same id. */
const RUNS = '0b1f6c2e-8d0c-4f53-9a55-6c1d7a0e4b92'

export const attackJobs = ({ store, attacking, redact }: AttackParts): AttackJobs => {
  const source = { store, isRunning: attacking.isRunning }
  const settled: AttackJobs['settled'] = (caller, job) => reconcileJob(source, caller, job)
  const last = async (caller: OrganizationRef, databaseId: string): Promise<Job | undefined> => {
    const found = await store.jobs.lastAttackJob(caller, databaseId)
    return found && (await settled(caller, found))
  }
  /** Each run counts itself, so that concurrent requests cannot exceed the limit. */
  const add = async (database: StoredDatabase, jobId: string, after: Job | undefined): Promise<void> => {
    await store.jobs.addAttackJob(database, { id: jobId, databaseId: database.id, after })
    const running = await store.jobs.countRunning(database, 'attack', new Date(Date.now() - ATTACK_DURATION_MAX_MS))
    if (running <= ATTACKS_RUNNING_MAX) return
    await store.jobs.remove(database, jobId)
    throw new Problem('attack_limit_reached')
  }
  return {
    settled,
    async running(caller, databaseId) {
      const job = await last(caller, databaseId)
      return job === undefined || isEnded(job) ? undefined : job
    },
    async begin(database) {
      const { organizationId, id: databaseId } = database
      const before = await last(database, databaseId)
      // An unfinished run whose request died before starting it is started now.
      const unfinished = before === undefined || isEnded(before) ? undefined : before
      const jobId = unfinished?.id ?? uuidv5(`${databaseId}/${before?.id ?? ''}`, RUNS)
      if (unfinished === undefined) await add(database, jobId, before)
      try {
        const summary = redact ? databaseId : `Attack the policy of ${database.name}`
        await attacking.start({ organizationId, databaseId, jobId }, summary)
      } catch (error) {
        await store.jobs.remove(database, jobId)
        throw error
      }
      const job = await last(database, databaseId)
      if (job === undefined) throw new Problem('job_not_found')
      return job
    },
    async list(caller, databaseId, page) {
      const { items, ...listed } = await store.jobs.listAttackJobs(caller, databaseId, page)
      return { ...listed, items: await Promise.all(items.map((job) => settled(caller, job))) }
    },
  }
}
