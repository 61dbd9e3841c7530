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
import type { Exporting } from '../../temporal/exporting.ts'
import type { DatabaseSettings } from '../databases/rules/database-settings.ts'
import { isOver, type Job } from '../jobs/rules/job.ts'
import type { ExportFormat } from './rules/export-format.ts'
import { EXPORTS_KEPT_BYTES_MAX, EXPORTS_RUNNING_MAX } from './rules/export-limits.ts'

/** An answer that is to be exported. */
export interface WantedExport {
  readonly messageId: string
  /** Counted from 1; absent: the rows of the first query. */
  readonly part?: number | undefined
  readonly format: ExportFormat
}

/** An answer that the caller may export. */
export interface ExportableAnswer extends WantedExport {
  readonly turnId: string
  readonly conversation: Conversation
  readonly database: DatabaseSettings
  /** The caller, for the tenant of the conversation. */
  readonly caller: Caller
}

/** Exports of all rows of answers, as jobs. */
export interface ExportJobs {
  /**
   * Looks up an answer, and judges whether its rows may be exported.
   *
   * @param databaseOf its settings, as they are for this caller now
   * @throws Problem `message_not_found`, `input_invalid`, `state_invalid` where no query was run for it, `permission_missing` for
   * a public key where the owner of the database has not allowed it, `database_not_found`, and every problem of `restrict`
   */
  exportable(
    caller: Caller,
    wanted: WantedExport,
    databaseOf: (databaseId: string) => Promise<DatabaseSettings>,
  ): Promise<ExportableAnswer>
  /**
   * Begins an export.
   *
   * @param jobId its id: one that is there under it was begun by the same request before
   * @throws Problem `export_limit_reached`, `running_limit_reached`, `store_unavailable` when places cannot be counted,
   * `worker_unavailable`
   */
  begin(answer: ExportableAnswer, organization: Organization, jobId: string): Promise<Job>
  /** An export as it is by now: one that says that it runs, and that no longer does anywhere, has failed. @throws Problem `worker_unavailable` */
  settled(caller: Caller, job: Job): Promise<Job>
}

interface ExportParts {
  readonly store: Pick<Store, 'conversations' | 'exportFiles' | 'jobs' | 'messages' | 'results'>
  readonly limits: Pick<Limits, 'leases'>
  readonly exporting: Pick<Exporting, 'isRunning' | 'start'>
  readonly times: TimeSettings
}

/** Time for which a slot is reserved, until the first step of the job takes it over. */
const RESERVED_MS = 30_000
/** No export takes longer, with all of its attempts. */
const LONGEST_MS = 4 * 60 * 60_000
/** A job that has said nothing for so long is looked for. */
const SILENT_MS = 90_000

export const exportJobs = ({ store, limits, exporting, times }: ExportParts): ExportJobs => {
  const runOf = async (caller: Caller, turnId: string, part: number | undefined): Promise<QueryRun | undefined> => {
    const stored = await store.results.find(caller, turnId)
    if (part === undefined) return stored
    if (stored?.parts?.[part - 1] === undefined) throw invalidField('part', 'is not a part of this answer')
    return stored
  }
  const takePlace = async (organization: Organization, jobId: string): Promise<void> => {
    const max = concurrentFor(requestLimits(organization), false)
    const reserved = await limits.leases
      .acquire(organization.id, jobId, { max, forMs: RESERVED_MS })
      .catch((cause: unknown) => {
        throw new Problem('store_unavailable', { cause })
      })
    if (!reserved.ok) throw new Problem('running_limit_reached')
  }
  /** Of several at once none too many is let in: each counts itself too. */
  const withinLimits = async (caller: Caller): Promise<void> => {
    if ((await store.exportFiles.countBytes(caller)) >= EXPORTS_KEPT_BYTES_MAX) {
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
      mayExport(caller, database)
      restrict(owner, database)
      return { ...wanted, turnId, conversation, database, caller: owner }
    },
    async begin({ messageId, part, format, turnId, conversation, database, caller }, organization, jobId) {
      const { organizationId } = caller
      const { id: conversationId, databaseId } = conversation
      await takePlace(organization, jobId)
      try {
        await store.jobs.addExportJob(caller, { id: jobId, databaseId, conversationId })
        await withinLimits(caller)
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
        await limits.leases.giveBack(organizationId, jobId).catch(() => undefined)
        throw error
      }
      const job = await store.jobs.find(caller, jobId)
      if (job === undefined) throw new Problem('job_not_found')
      return job
    },
    async settled(caller, job) {
      const { organizationId } = caller
      const isSilent = Date.now() - Date.parse(job.updatedAt) > SILENT_MS
      if (isOver(job) || !isSilent || (await exporting.isRunning({ organizationId, jobId: job.id }))) return job
      const message = 'The export was interrupted. Request it again.'
      await store.jobs.end(caller, job.id, { status: 'failed', problem: { problem: 'internal', message } })
      return (await store.jobs.find(caller, job.id)) ?? job
    },
  }
}

/** @throws Problem `permission_missing` for a public key where the owner of the database has not allowed it */
export const mayExport = ({ kind }: Pick<Caller, 'kind'>, { publicExports }: DatabaseSettings): void => {
  if (kind === 'organization' || publicExports === true) return
  const message = 'Database keys may not export from this database: the owner has not enabled public_exports.'
  throw new Problem('permission_missing', { message })
}
