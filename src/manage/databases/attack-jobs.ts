import { v5 as uuidv5 } from 'uuid'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Listed, NumberedPage } from '../../platform/values/page.ts'
import type { Store } from '../../store/store.ts'
import type { Attacking } from '../../temporal/attacking.ts'
import { ATTACK_LONGEST_MS, ATTACKS_RUNNING_MAX } from '../jobs/rules/attack-input.ts'
import { isOver, type Job } from '../jobs/rules/job.ts'
import { settleJob } from './settle-job.ts'
import type { StoredDatabase } from './store/databases.ts'

/** Runs of attacks on stored policies, as jobs: one of a database at a time. */
export interface AttackJobs {
  /** A run as it is by now (`settleJob`). @throws Problem `worker_unavailable` */
  settled(caller: OrganizationRef, job: Job): Promise<Job>
  /** The one of a database that waits or runs now. @throws as `settled` */
  running(caller: OrganizationRef, databaseId: string): Promise<Job | undefined>
  /**
   * Begins a run; of several requests at once all begin the same one.
   *
   * @throws Problem `attack_limit_reached`, `worker_unavailable`
   */
  begin(database: StoredDatabase): Promise<Job>
  /** Those of a database that are kept, latest first. @throws as `settled` */
  list(caller: OrganizationRef, databaseId: string, page: NumberedPage): Promise<Listed<Job>>
}

interface AttackParts {
  readonly store: Pick<Store, 'jobs'>
  readonly attacking: Pick<Attacking, 'isRunning' | 'start'>
  /** Whether operators may not read names of databases. */
  readonly redact: boolean
}

/** Namespace for ids of runs, each derived from the run before it: concurrent requests start the same run. */
const RUNS = '0b1f6c2e-8d0c-4f53-9a55-6c1d7a0e4b92'

export const attackJobs = ({ store, attacking, redact }: AttackParts): AttackJobs => {
  const source = { store, isRunning: attacking.isRunning }
  const settled: AttackJobs['settled'] = (caller, job) => settleJob(source, caller, job)
  const last = async (caller: OrganizationRef, databaseId: string): Promise<Job | undefined> => {
    const found = await store.jobs.lastAttackJob(caller, databaseId)
    return found && (await settled(caller, found))
  }
  /** Of several at once none too many is let in: each counts itself too. */
  const add = async (database: StoredDatabase, jobId: string, after: Job | undefined): Promise<void> => {
    await store.jobs.addAttackJob(database, { id: jobId, databaseId: database.id, after })
    const running = await store.jobs.countRunning(database, 'attack', new Date(Date.now() - ATTACK_LONGEST_MS))
    if (running <= ATTACKS_RUNNING_MAX) return
    await store.jobs.remove(database, jobId)
    throw new Problem('attack_limit_reached')
  }
  return {
    settled,
    async running(caller, databaseId) {
      const job = await last(caller, databaseId)
      return job === undefined || isOver(job) ? undefined : job
    },
    async begin(database) {
      const { organizationId, id: databaseId } = database
      const before = await last(database, databaseId)
      // Of one whose request died before it was begun, that is made up for.
      const unended = before === undefined || isOver(before) ? undefined : before
      const jobId = unended?.id ?? uuidv5(`${databaseId}/${before?.id ?? ''}`, RUNS)
      if (unended === undefined) await add(database, jobId, before)
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
