import type { Caller } from '../../../domain/access/caller.ts'
import { isOver, type Job } from '../../../domain/job/job.ts'
import type { RouteParts } from '../../route-parts.ts'

/**
 * A job that has said nothing for so long is looked for, in ms: until then it may be about to begin, by the clock of
 * another machine.
 */
const SILENT_MS = 90_000

/**
 * A job that indexes a database as it is by now: one that says that it runs, and that no longer does anywhere, has
 * failed, so that it stands in nobody's way.
 *
 * @throws Problem `worker_unavailable` when Temporal does not say
 */
export const settledJob = async (
  { indexing, store }: Pick<RouteParts, 'indexing' | 'store'>,
  caller: Caller,
  job: Job,
): Promise<Job> => {
  const isSilent = Date.now() - Date.parse(job.updatedAt) > SILENT_MS
  if (isOver(job) || !isSilent) return job
  const { organizationId } = caller
  if (await indexing.isRunning({ organizationId, jobId: job.id })) return job
  const message = 'The job was lost. Start it again.'
  await store.endJob(caller, job.id, { status: 'failed', problem: { problem: 'internal', message } })
  return (await store.job(caller, job.id)) ?? job
}
