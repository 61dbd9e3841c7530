import { z } from 'zod'
import { ANY_KEY, MANAGING } from '../../../access/rules/permit.ts'
import { turnProgress } from '../../../ask/turns/turn-progress.ts'
import { answerReader } from '../../../http/answer-reader.ts'
import { audited } from '../../../http/audited.ts'
import { PageQuery } from '../../../http/input.ts'
import { data, pages, status } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { isEnded } from '../rules/job.ts'
import { jobData, turnJobData } from './job-data.ts'
import { JobItem, jobIdPath } from './job-schema.ts'

/** `GET /jobs` */
export const listJobs = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/jobs',
    summary: 'List indexing jobs, latest first',
    description: 'Without results; get a single job to read its result.',
    takes: z.object({ query: PageQuery }),
    gives: pages(JobItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.jobs.listIndexJobs(caller, numberedPage(query))
      return { ...page, items: items.map(jobData) }
    },
  })

/** `GET /jobs/{job_id}` */
export const getJob = (app: Pick<RouteParts, 'cachedReads' | 'config' | 'jobs' | 'store' | 'stream' | 'turns'>) =>
  endpoint({
    method: 'get',
    path: '/jobs/:job_id',
    summary: 'Get the status of a job',
    description:
      'A job that indexes a database or attacks its policy; also a question, by the id of its turn, or an export, for callers who may read its conversation.',
    takes: z.object({ params: jobIdPath }),
    gives: data(JobItem),
    problems: ['job_not_found', 'worker_unavailable'],
    needs: { permission: 'manage', orPermission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle(exchange, { params: { job_id: id } }) {
      const { caller, permissions } = exchange
      const found = await app.store.jobs.find(caller, id)
      const mayManage = caller.kind === 'organization' && permissions.includes('manage')
      if (found?.kind === 'index' && mayManage) return jobData(await app.jobs.index.settled(caller, found))
      if (found?.kind === 'attack' && mayManage) return jobData(await app.jobs.attack.settled(caller, found))
      if (found?.kind === 'export') return jobData(await app.jobs.export.settled(caller, found))
      const progress = await turnProgress(app, caller, id)
      if (progress === undefined) throw new Problem('job_not_found')
      return turnJobData(progress, await answerReader(app, exchange))
    },
  })

/** `DELETE /jobs/{job_id}` */
export const cancelJob = (app: Pick<RouteParts, 'temporal' | 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/jobs/:job_id',
    summary: 'Cancel an indexing, attack or export job',
    description: 'Data that it has stored so far is kept. Cancel questions with `POST /chat/turns/{turn_id}/cancel`.',
    takes: z.object({ params: jobIdPath }),
    gives: status('Cancelled.'),
    problems: ['job_not_found', 'state_invalid', 'worker_unavailable'],
    audits: 'job.cancelled',
    async change({ caller }, { params: { job_id: id } }, record) {
      const found = await app.store.jobs.find(caller, id)
      if (found === undefined || found.kind === 'turn') throw new Problem('job_not_found')
      if (isEnded(found)) throw overAlready()
      await record({ subject: id, changes: [] }, async () => {
        if (!(await app.store.jobs.end(caller, id, { status: 'cancelled' }))) throw overAlready()
      })
      const workflows = { index: app.temporal.indexing, attack: app.temporal.attacking, export: app.temporal.exporting }
      await workflows[found.kind].cancel({ organizationId: caller.organizationId, jobId: id })
      return 'The job is cancelled.'
    },
  })

const overAlready = (): Problem => new Problem('state_invalid', { message: 'The job has already finished.' })
