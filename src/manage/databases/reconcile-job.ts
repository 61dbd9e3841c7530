import { organizationCaller } from '../../access/rules/caller.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Store } from '../../store/store.ts'
import { isEnded, type Job } from '../jobs/rules/job.ts'

/** Where jobs of one kind are stored and run. */
interface JobSource {
  readonly store: Pick<Store, 'jobs'>
  /** @throws Problem `worker_unavailable` if Temporal does not respond */
  isRunning(job: { readonly organizationId: number; readonly jobId: string }): Promise<boolean>
}

/** A job without updates for this time is checked; until then it may be starting, by the clock of another machine. */
const SILENT_MS = 90_000

/**
 * The current state of a job. A running job without a workflow is marked as failed, so that it does not block new ones.
 * @throws Problem `worker_unavailable` if Temporal does not respond
 */
export const reconcileJob = async (
  { store, isRunning }: JobSource,
  { organizationId }: OrganizationRef,
  job: Job,
): Promise<Job> => {
  const isSilent = Date.now() - Date.parse(job.updatedAt) > SILENT_MS
  if (isEnded(job) || !isSilent || (await isRunning({ organizationId, jobId: job.id }))) return job
  const problem = { problem: 'internal', message: 'The job was interrupted. Start it again.' } as const
  await store.jobs.end({ organizationId }, job.id, { status: 'failed', problem })
  // Indexing jobs and attack runs belong to no tenant: every caller of the organization may see them.
  return (await store.jobs.find(organizationCaller(organizationId), job.id)) ?? job
}
