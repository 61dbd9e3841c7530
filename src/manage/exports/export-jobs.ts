import type { Limits } from '../../access/limits/limits.ts'
import type { Caller } from '../../access/rules/caller.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { concurrentFor, requestLimits } from '../../access/rules/plan.ts'
import type { Conversation } from '../../ask/rules/history/conversation.ts'
import { turnOfAnswer } from '../../ask/rules/history/message.ts'
import type { QueryRun } from '../../ask/rules/outcome.ts'
import { type TimeSettings, timeLimitsOf } from '../../ask/rules/time-limits.ts'
import { restrict } from '../../guard/restriction.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { ExportWorkflows } from '../../temporal/export-workflows.ts'
import type { DatabaseSettings } from '../databases/rules/database-settings.ts'
import { isEnded, type Job } from '../jobs/rules/job.ts'
import type { ExportFormat } from './rules/export-format.ts'
import { EXPORTS_RUNNING_MAX, EXPORTS_STORED_BYTES_MAX } from './rules/export-limits.ts'

/** A requested export. */
interface RequestedExport {
  readonly messageId: string
  /** Counted from 1; absent: the rows of the first query. */
  readonly part?: number | undefined
  readonly format: ExportFormat
}

/** An answer whose rows the caller may export. */
interface ExportableAnswer extends RequestedExport {
  readonly turnId: string
  readonly conversation: Conversation
  readonly database: DatabaseSettings
  /** The caller, with the tenant of the conversation. */
  readonly caller: Caller
}

/** Export jobs for all rows of an answer. */
export interface ExportJobs {
  /**
   * Finds an answer and checks that its rows may be exported.
   * @param databaseOf the current settings of a database for this caller
   * @throws Problem `message_not_found`, `input_invalid`, `state_invalid` if no query was run for it,
   * `permission_missing` for a database key without `public_exports`, `database_not_found`, and every problem of
   * `restrict`
   */
  exportable(
    caller: Caller,
    wanted: RequestedExport,
    databaseOf: (databaseId: string) => Promise<DatabaseSettings>,
  ): Promise<ExportableAnswer>
  /**
   * Starts an export.
   * @param jobId a job with this id was started by the same request before
   * @throws Problem `export_limit_reached`, `running_limit_reached`, `store_unavailable` if slots cannot be counted,
   * `worker_unavailable`
   */
  begin(answer: ExportableAnswer, organization: Organization, jobId: string): Promise<Job>
  /**
   * The current state of an export: a running job without a workflow has failed.
   * @throws Problem `worker_unavailable`
   */
  settled(caller: Caller, job: Job): Promise<Job>
}

interface ExportParts {
  readonly store: Pick<Store, 'conversations' | 'exportFiles' | 'jobs' | 'messages' | 'results'>
  readonly limits: Pick<Limits, 'leases'>
  readonly exporting: Pick<ExportWorkflows, 'isRunning' | 'start'>
  readonly times: TimeSettings
}

/** How long a lease is reserved, until the first step of the job renews it. */
const RESERVED_MS = 30_000
/** Maximum duration of an export with all attempts. */
const LONGEST_MS = 4 * 60 * 60_000
/** A job without updates for this time is checked. */
const SILENT_MS = 90_000

export const exportJobs = ({ store, limits, exporting, times }: ExportParts): ExportJobs => {
  const runOf = async (caller: Caller, turnId: string, part: number | undefined): Promise<QueryRun | undefined> => {
    const stored = await store.results.find(caller, turnId)
    if (part === undefined) return stored
    if (stored?.parts?.[part - 1] === undefined) throw invalidField('part', 'is not a part of this answer')
    return stored
  }
  const acquireLease = async (organization: Organization, jobId: string): Promise<void> => {
    const max = concurrentFor(requestLimits(organization), false)
    const reserved = await limits.leases
      .acquire(organization.id, jobId, { max, forMs: RESERVED_MS })
      .catch((cause: unknown) => {
        throw new Problem('store_unavailable', { cause })
      })
    if (!reserved.ok) throw new Problem('running_limit_reached')
  }
  /** Each export counts itself, so that concurrent requests cannot exceed the limit. */
  const requireWithinLimits = async (caller: Caller): Promise<void> => {
    if ((await store.exportFiles.countBytes(caller)) >= EXPORTS_STORED_BYTES_MAX) {
      const message =
        'The export files of this organization have reached 1 GiB in total. Try again when some of them have expired.'
      throw new Problem('export_limit_reached', { message })
    }
    const running = await store.jobs.countRunning(caller, 'export', new Date(Date.now() - LONGEST_MS))
    if (running > EXPORTS_RUNNING_MAX) throw new Problem('export_limit_reached')
  }
  return {
    async exportable(caller, wanted, databaseOf) {
      const { messageId, part } = wanted
      const message = await store.messages.find(caller, messageId)
      const conversation = message && (await store.conversations.find(caller, message.conversationId))
      if (conversation === undefined) throw new Problem('message_not_found')
      const turnId = turnOfAnswer(messageId)
      const run = turnId === undefined ? undefined : await runOf(caller, turnId, part)
      if (turnId === undefined || run === undefined)
        throw new Problem('state_invalid', {
          message: 'No query was run for this message: there are no rows to export.',
        })
      const { tenantId } = conversation
      const owner = tenantId === undefined ? caller : { ...caller, tenantId }
      const database = await databaseOf(conversation.databaseId)
      requireExportPermitted(caller, database)
      restrict(owner, database)
      return { ...wanted, turnId, conversation, database, caller: owner }
    },
    async begin({ messageId, part, format, turnId, conversation, database, caller }, organization, jobId) {
      const { organizationId } = caller
      const { id: conversationId, databaseId } = conversation
      await acquireLease(organization, jobId)
      try {
        await store.jobs.addExportJob(caller, { id: jobId, databaseId, conversationId })
        await requireWithinLimits(caller)
        const { asyncQueryTimeout } = database
        const { queryTimeoutMs, patience } = timeLimitsOf(times, {
          isAsync: true,
          kind: caller.kind,
          asyncQueryTimeout,
        })
        await exporting.start({
          organizationId,
          databaseId,
          jobId,
          caller,
          conversationId,
          messageId,
          turnId,
          format,
          ...(part === undefined ? {} : { part }),
          queryTimeoutMs,
          patience,
        })
      } catch (error) {
        await store.jobs.remove(caller, jobId)
        await limits.leases.cancelReservation(organizationId, jobId).catch(() => undefined)
        throw error
      }
      const job = await store.jobs.find(caller, jobId)
      if (job === undefined) throw new Problem('job_not_found')
      return job
    },
    async settled(caller, job) {
      const { organizationId } = caller
      const isSilent = Date.now() - Date.parse(job.updatedAt) > SILENT_MS
      if (isEnded(job) || !isSilent || (await exporting.isRunning({ organizationId, jobId: job.id }))) return job
      const message = 'The export was interrupted. Request it again.'
      await store.jobs.end(caller, job.id, { status: 'failed', problem: { problem: 'internal', message } })
      return (await store.jobs.find(caller, job.id)) ?? job
    },
  }
}

/** @throws Problem `permission_missing` for a database key without `public_exports` */
const requireExportPermitted = ({ kind }: Pick<Caller, 'kind'>, { publicExports }: DatabaseSettings): void => {
  if (kind === 'organization' || publicExports === true) return
  const message = 'Database keys may not export from this database: the owner has not enabled public_exports.'
  throw new Problem('permission_missing', { message })
}
