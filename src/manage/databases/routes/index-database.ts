import { z } from 'zod'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { jobData } from '../../jobs/routes/job-data.ts'
import { JobItem } from '../../jobs/routes/job-schema.ts'
import { databaseIdPath } from './database-schema.ts'

/** `POST /databases/{database_id}/index` */
export const indexDatabase = (app: Pick<RouteParts, 'jobs' | 'managed' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/databases/:database_id/index',
    summary: 'Index a database: read its tables again',
    description:
      'Returns a job. The job classifies new tables and reports tables to confirm, policy drift and missing indexes. While a job is running, further requests return the same job.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(JobItem, { status: 202, description: 'Started; `Location` is the URL of its status.' }),
    problems: ['database_not_found', 'indexing_quota_reached', 'worker_unavailable'],
    audits: 'database.indexed',
    async change({ caller, setHeader, organization, newId }, { params: { database_id: databaseId } }, record) {
      const stored = await app.managed.stored(caller, databaseId)
      const recorded = { subject: databaseId, changes: [] }
      const begin = () => app.jobs.index.begin(stored, organization, newId)
      const job = (await app.jobs.index.running(caller, databaseId)) ?? (await record(recorded, begin))
      setHeader('Location', `/api/v1/jobs/${job.id}`)
      setHeader('Retry-After', '1')
      return jobData(job)
    },
  })
