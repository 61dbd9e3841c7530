import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Store } from '../../store/store.ts'
import { isOver, type Job } from '../jobs/rules/job.ts'

/** Where jobs of one kind are kept, and where they run. */
export interface JobSource {
  readonly store: Pick<Store, 'jobs'>
  /** @throws Problem `worker_unavailable` when Temporal does not say */
  isRunning(job: { readonly organizationId: number; readonly jobId: string }): Promise<boolean>
}

/**
 * A job that has said nothing for so long is looked for, in ms: until then it may be about to begin, by the clock of
 * another machine.
 */
const SILENT_MS = 90_000

/**
 * The current state of a job: one that is stored as running, but has no workflow, has failed, so that it does not block
 * the next.
 *
 * @throws Problem `worker_unavailable` when Temporal does not answer
 */
export const settleJob = async (
  { store, isRunning }: JobSource,
  { organizationId }: OrganizationRef,
  job: Job,
): Promise<Job> => {
  const isSilent = Date.now() - Date.parse(job.updatedAt) > SILENT_MS
  if (isOver(job) || !isSilent || (await isRunning({ organizationId, jobId: job.id }))) return job
  const problem = { problem: 'internal', message: 'The job was interrupted. Start it again.' } as const
  await store.jobs.end({ organizationId }, job.id, { status: 'failed', problem })
  return (await store.jobs.find({ ...MANAGER, organizationId }, job.id)) ?? job
}

/** Jobs that index or attack belong to no tenant: any caller of the organization sees them. */
const MANAGER = { kind: 'organization', userId: 0 } as const
