import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { managementLimits } from '../../../domain/access/plan.ts'
import { isOver, type Job } from '../../../domain/job/job.ts'
import { Problem } from '../../../domain/problem.ts'
import { audited } from '../../audited.ts'
import { data } from '../../reply.ts'
import type { Exchange } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { jobData } from '../jobs/job-data.ts'
import { JobItem } from '../jobs/job-schema.ts'
import { settledJob } from '../jobs/settled-job.ts'
import { databaseIdPath } from './database-schema.ts'

/** `POST /databases/{database_id}/index` */
export const indexDatabase = (app: Pick<RouteParts, 'config' | 'indexing' | 'managed' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/databases/:database_id/index',
    summary: 'Read the tables of a database again',
    description:
      'Answers with a job. It classifies new tables, and tells what waits to be confirmed, where the policy has drifted, and which indexes are missing. While one runs, another request is told of the same.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(JobItem, { status: 202, description: 'Begun; `Location` says where to look.' }),
    problems: ['database_not_found', 'indexing_quota_reached', 'worker_unavailable'],
    audits: 'database.indexed',
    async change(exchange, { params: { database_id: databaseId } }, record) {
      const { caller, res } = exchange
      const { name } = await app.managed.stored(caller, databaseId)
      const unended = await app.store.runningIndexJob(caller, databaseId)
      const known = unended === undefined ? undefined : await settledJob(app, caller, unended)
      const running = known === undefined || isOver(known) ? undefined : known
      const recorded = { subject: databaseId, changes: [] }
      const job = running ?? (await record(recorded, () => begin(app, exchange, databaseId, name)))
      res.setHeader('Location', `/api/v1/jobs/${job.id}`)
      res.setHeader('Retry-After', '1')
      return jobData(job)
    },
  })

const begin = async (
  app: Pick<RouteParts, 'config' | 'indexing' | 'store'>,
  { caller, organization }: Exchange,
  databaseId: string,
  name: string,
): Promise<Job> => {
  const { organizationId } = caller
  const jobId = uuidv7()
  const max = managementLimits(organization).indexingPerMonth
  const added = await app.store.addIndexJob(caller, { id: jobId, databaseId }, max)
  if (added !== 'added') {
    const message = `Your plan allows to index ${max} times in 30 days. Try again after the seconds in Retry-After.`
    throw new Problem('indexing_quota_reached', { message, retryAfterS: added })
  }
  try {
    await app.indexing.start({ organizationId, databaseId, jobId }, app.config.redact ? databaseId : `Index ${name}`)
  } catch (error) {
    await app.store.removeJob(caller, jobId)
    throw error
  }
  const job = await app.store.job(caller, jobId)
  if (job === undefined) throw new Problem('job_not_found')
  return job
}
