import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { AuthorizationRevision } from '../../../access/rules/authorization-revision.ts'
import type { Caller } from '../../../access/rules/caller.ts'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { actorOf, changesOf } from '../../../manage/audit/rules/audit.ts'
import { EXPORT_FORMATS, MEDIA_TYPES } from '../../../manage/exports/rules/export-format.ts'
import { jobData } from '../../../manage/jobs/routes/job-data.ts'
import { JobItem } from '../../../manage/jobs/routes/job-schema.ts'
import type { Job } from '../../../manage/jobs/rules/job.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { repeatable } from '../../repeatable.ts'
import { data, written } from '../../reply.ts'
import { type Exchange, endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { beginFile } from '../../send-file.ts'
import { ExportBody, exportPath, messagePath } from './message-schema.ts'

const databaseOf =
  (
    app: Pick<RouteParts, 'databases'>,
    { caller, revision }: { readonly caller: Caller; readonly revision: AuthorizationRevision },
  ) =>
  (databaseId: string) =>
    app.databases.database(caller, databaseId, revision)

type WantedExport = Parameters<RouteParts['jobs']['export']['exportable']>[1]

/** Starts an export, with an audit entry. @throws Problem as `ExportJobs.exportable` and `ExportJobs.begin` */
export const beginExport = async (
  app: Pick<RouteParts, 'databases' | 'jobs' | 'store'>,
  exchange: Exchange,
  wanted: WantedExport,
): Promise<Job> => {
  const { caller, organization, person, traceId, newId } = exchange
  const answer = await app.jobs.export.exportable(caller, wanted, databaseOf(app, exchange))
  const { messageId, format, part } = wanted
  return await app.store.audit.record(
    caller,
    {
      actor: actorOf(caller, person),
      action: 'answer.exported',
      traceId,
      subject: messageId,
      changes: changesOf({ format, part, database_id: answer.database.id }),
    },
    { write: () => app.jobs.export.begin(answer, organization, newId) },
  )
}

/** `POST /chat/messages/{message_id}/exports`: starts a job that writes all rows of an answer to a file. */
export const exportResults = (app: Pick<RouteParts, 'databases' | 'jobs' | 'store'>) =>
  repeatable(
    app,
    endpoint({
      method: 'post',
      path: '/chat/messages/:message_id/exports',
      summary: 'Export all rows of an answer',
      description:
        'Returns a job. The job runs the query of the answer again, as it was written, under the current policy and permissions, for at most 100,000 rows and 64 MiB, and stores the rows as a file for 24 hours: once the job has succeeded, its `result` has the `url` of the file. Database keys may export if the owner of the database allows it (`public_exports`).',
      takes: z.object({ params: messagePath, body: ExportBody }),
      gives: data(JobItem, { status: 202, description: 'Started; `Location` is the URL of its status.' }),
      audits: 'answer.exported',
      problems: [
        'message_not_found',
        'state_invalid',
        'database_not_found',
        'permission_missing',
        'export_limit_reached',
        'running_limit_reached',
        'worker_unavailable',
      ],
      needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
      async handle(exchange, { params: { message_id: messageId }, body }) {
        const { res } = exchange
        const wanted = { messageId, part: body.part ?? undefined, format: body.format }
        const job = await beginExport(app, exchange, wanted)
        res.setHeader('Location', `/api/v1/jobs/${job.id}`)
        res.setHeader('Retry-After', '1')
        return jobData(job)
      },
    }),
  )

/** `GET /chat/messages/{message_id}/exports/{export_id}/file`: the file of an export job. */
export const readExport = (app: Pick<RouteParts, 'databases' | 'jobs' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/chat/messages/:message_id/exports/:export_id/file',
    summary: 'Download the file of an export',
    description:
      'Available to callers who may read the message, until the file expires. `X-Results-Rows`, `X-Results-Truncated` and `X-Results-Shortened` describe its contents, as for the rows of an answer.',
    takes: z.object({ params: exportPath }),
    gives: written(MEDIA_TYPES.csv, z.string(), 'The file, in the requested format.'),
    orGives: (['xlsx', 'json'] as const).map((format) =>
      written(MEDIA_TYPES[format], z.unknown(), `The file, if ${format} was requested.`),
    ),
    problems: ['message_not_found', 'job_not_found', 'state_invalid', 'database_not_found', 'permission_missing'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle(exchange, { params: { message_id: messageId, export_id: id } }) {
      const { caller, res } = exchange
      await app.jobs.export.exportable(caller, { messageId, format: EXPORT_FORMATS[0] }, databaseOf(app, exchange))
      const file = await app.store.exportFiles.find(caller, id)
      const job = file === undefined ? undefined : await app.store.jobs.find(caller, id)
      if (file === undefined || file.messageId !== messageId || job?.status !== 'succeeded') throw fileNotFound()
      const { name, format, size, sha256 } = file
      beginFile(res, { name, format, size, sha256, counts: file })
      try {
        await pipeline(Readable.from(app.store.exportFiles.bytes(caller, file), { objectMode: false }), res)
      } catch (error) {
        // A closed connection is not an error.
        if (!res.destroyed) throw error
      }
      return undefined
    },
  })

const fileNotFound = (): Problem =>
  new Problem('job_not_found', { message: 'The file does not exist or has expired. Export the answer again.' })
