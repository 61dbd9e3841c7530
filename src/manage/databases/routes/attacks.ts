import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { PageQuery } from '../../../http/input.ts'
import { data, pages } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { jobData } from '../../jobs/routes/job-data.ts'
import { JobItem } from '../../jobs/routes/job-schema.ts'
import { isEnded, type Job } from '../../jobs/rules/job.ts'
import { AttackReportItem, AttackRunItem } from './attack-schema.ts'
import { databaseIdPath } from './database-schema.ts'

const path = '/databases/:database_id/attacks'

/** `POST /databases/{database_id}/attacks` */
export const attackPolicy = (app: Pick<RouteParts, 'jobs' | 'managed' | 'store'>) =>
  audited(app, {
    method: 'post',
    path,
    summary: 'Start an attack run on the stored policy of a database',
    description:
      'Returns a job. The job creates scratch databases on the same server, with the tables of the database and planted rows, tries hundreds of hostile drafts on them, and removes them. Of the database itself only the schema is read, and nothing is written to it. The database user must be allowed to create databases; otherwise the job fails and says what to do. While a run is in progress, further requests return the same job.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(JobItem, { status: 202, description: 'Started; `Location` is the URL of its status.' }),
    problems: ['attack_limit_reached', 'database_not_found', 'worker_unavailable'],
    audits: 'policy.attacked',
    async change({ caller, setHeader }, { params: { database_id: databaseId } }, record) {
      const stored = await app.managed.stored(caller, databaseId)
      const recorded = { subject: databaseId, changes: [] }
      const begin = () => app.jobs.attack.begin(stored)
      const job = (await app.jobs.attack.running(caller, databaseId)) ?? (await record(recorded, begin))
      setHeader('Location', `/api/v1/jobs/${job.id}`)
      setHeader('Retry-After', '1')
      return jobData(job)
    },
  })

/** `GET /databases/{database_id}/attacks` */
export const listAttacks = (app: Pick<RouteParts, 'jobs' | 'managed'>) =>
  endpoint({
    method: 'get',
    path,
    summary: 'List the attack runs on the policy of a database, latest first',
    description: 'The latest 20 runs of a database are kept for 90 days.',
    takes: z.object({ params: databaseIdPath, query: PageQuery }),
    gives: pages(AttackRunItem),
    problems: ['database_not_found', 'worker_unavailable'],
    needs: MANAGING,
    async handle({ caller }, { params, query }) {
      const { id } = await app.managed.stored(caller, params.database_id)
      const { items, ...page } = await app.jobs.attack.list(caller, id, numberedPage(query))
      return { ...page, items: items.map(runData) }
    },
  })

const runData = (job: Job): z.input<typeof AttackRunItem> => ({
  id: job.id,
  status: job.status,
  started_at: job.createdAt,
  finished_at: isEnded(job) ? job.updatedAt : null,
  // Reports stored by an earlier version may have another form.
  report: AttackReportItem.safeParse(job.result).data ?? null,
  failure: job.problem?.message ?? null,
})
