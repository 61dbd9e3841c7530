import { type Connection, Schema } from 'mongoose'
import { type BillingPeriod, billingPeriod } from '../../../access/rules/billing-period.ts'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DocumentOwner, isVisible, ownerOf } from '../../../access/rules/visibility.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import type { quotaStore } from '../../usage/store/quotas.ts'
import { ATTACKS_STORED_MAX } from '../rules/attack-input.ts'
import { type IndexCause, type Job, type JobEnding, type JobProgress, type JobStatus, WAITING } from '../rules/job.ts'

export interface JobDocument extends Pick<DocumentOwner, 'organizationId' | 'databaseId'> {
  _id: string
  kind: Job['kind']
  status: JobStatus
  progress: JobProgress
  createdAt: Date
  updatedAt: Date
  /** Set for questions and exports: tenant and scope. */
  owner?: DocumentOwner
  /** Set for questions and exports. */
  conversationId?: string
  /** Set for indexing jobs that were not requested. */
  cause?: IndexCause
  /** JSON text, because table names may be invalid as document keys. */
  result?: string
  problem?: NonNullable<Job['problem']>
  expiresAt: Date
}

const schema = new Schema<JobDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    databaseId: { type: String, required: true },
    kind: { type: String, required: true },
    status: { type: String, required: true },
    progress: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    owner: Schema.Types.Mixed,
    conversationId: String,
    cause: String,
    result: String,
    problem: Schema.Types.Mixed,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, kind: 1, createdAt: -1, _id: -1 })
schema.index({ organizationId: 1, databaseId: 1, kind: 1, status: 1 })

const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = 90 * DAY_MS

const RUNNING: readonly JobStatus[] = ['queued', 'running']
const LATEST_FIRST = { createdAt: -1, _id: -1 } as const

/** A job to add. */
type NewJob = Pick<Job, 'id' | 'databaseId'>

export interface NewIndexJob extends NewJob {
  /** Absent: on request. */
  readonly cause?: IndexCause
}

/** An export of an answer in a conversation. */
interface NewExportJob extends NewJob {
  readonly conversationId: string
}

/** An attack run on the policy of a database. */
interface NewAttackJob extends NewJob {
  /** The previous run; the new one is dated later even if clocks differ. */
  readonly after?: Pick<Job, 'createdAt'> | undefined
}

/** A question, with its turn's id; dated when it was asked, by the clock of the turn. */
interface NewTurnJob extends NewJob {
  readonly conversationId: string
  /** ISO 8601. */
  readonly askedAt: string
}

/** Maximum requested jobs per billing period. */
interface IndexQuota {
  readonly max: number
  readonly period: BillingPeriod
}

const UNLIMITED = (): IndexQuota => ({ max: Number.MAX_SAFE_INTEGER, period: billingPeriod(Date.now()) })

/** @param quotas counts requested runs */
export const jobStore = (connection: Connection, quotas: ReturnType<typeof quotaStore>) => {
  const model = connection.model<JobDocument>('Job', schema, 'jobs')
  const create = async (
    { id, databaseId }: NewJob,
    more: Pick<JobDocument, 'kind' | 'organizationId' | 'owner' | 'conversationId' | 'cause'>,
    now = new Date(),
  ) => {
    const dates = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + KEPT_MS) }
    await model.create({ _id: id, databaseId, status: 'queued', progress: WAITING, ...dates, ...more })
  }
  /** Only requested jobs count against the quota. */
  const inPeriod = (organizationId: number, { startsAt }: BillingPeriod) => {
    const createdAt = { $gte: new Date(startsAt) }
    return { organizationId, kind: 'index', createdAt, cause: { $exists: false } } as const
  }
  /**
   * The initial count of a period without a counter: the jobs stored before counting was introduced. A change of the
   * billing day starts a new period within a counted one, whose count stays there.
   */
  const countUncountedJobs = async (caller: OrganizationRef, period: BillingPeriod): Promise<number> =>
    (await quotas.hasCountedRuns(caller)) ? 0 : await model.countDocuments(inPeriod(caller.organizationId, period))
  /**
   * Counts a job in its period, after initializing the period's counter if necessary.
   * @returns false if the quota is reached
   */
  const countInQuota = async (caller: OrganizationRef, id: string, { max, period }: IndexQuota): Promise<boolean> => {
    const { startsOn } = period
    if ((await quotas.countedRuns(caller, startsOn)) === undefined)
      await quotas.initializeRuns(caller, startsOn, await countUncountedJobs(caller, period))
    return await quotas.takeRun(caller, startsOn, { id, max })
  }
  /** Uncounts jobs whose requests died before they stored them. */
  const uncountLostJobs = async (caller: OrganizationRef, { startsOn }: BillingPeriod): Promise<void> => {
    const settled = await quotas.settledRuns(caller, startsOn)
    const { organizationId } = caller
    const found = await model.find({ _id: { $in: [...settled] }, organizationId }, { _id: 1 }).lean()
    const known = new Set(found.map(({ _id }) => _id))
    for (const id of settled) if (!known.has(id)) await quotas.releaseRun(caller, id)
  }
  return {
    /** The number of requested indexing jobs in a period, and the period's end if there are any. */
    async indexRuns(
      caller: OrganizationRef,
      period: BillingPeriod = billingPeriod(Date.now()),
    ): Promise<{ readonly used: number; readonly endsAt: number | undefined }> {
      const used = (await quotas.countedRuns(caller, period.startsOn)) ?? (await countUncountedJobs(caller, period))
      return { used, endsAt: used === 0 ? undefined : period.endsAt }
    },
    /**
     * Adds an indexing job, unless the quota of the period is reached; exact under concurrency. An existing job was
     * added by the same request before.
     * @param quota for requested jobs
     * @returns `added`, or the seconds until the quota is available again
     */
    async addIndexJob(
      caller: OrganizationRef,
      { cause = 'request', ...job }: NewIndexJob,
      quota: IndexQuota = UNLIMITED(),
    ): Promise<'added' | number> {
      const { organizationId } = caller
      if (cause !== 'request') {
        await insertIfAbsent(() => create(job, { kind: 'index', organizationId, cause }))
        return 'added'
      }
      if ((await model.exists({ _id: job.id, organizationId })) !== null) return 'added'
      if (!(await countInQuota(caller, job.id, quota))) {
        await uncountLostJobs(caller, quota.period)
        if (!(await countInQuota(caller, job.id, quota)))
          return Math.max(1, Math.ceil((quota.period.endsAt - Date.now()) / 1000))
      }
      await insertIfAbsent(() => create(job, { kind: 'index', organizationId }))
      return 'added'
    },
    /** Adds a job for a question, with its turn's id; idempotent. */
    async addTurnJob(caller: Caller, { id, databaseId, conversationId, askedAt }: NewTurnJob): Promise<void> {
      const { organizationId } = caller
      if ((await model.exists({ _id: id, organizationId })) !== null) return
      // A concurrent request for the same turn may add it now.
      const owner = ownerOf(caller, databaseId)
      const more = { kind: 'turn', organizationId, owner, conversationId } as const
      await insertIfAbsent(() => create({ id, databaseId }, more, new Date(askedAt)))
    },
    /** Adds an export for the caller's tenant and scope; idempotent. */
    async addExportJob(caller: Caller, { id, databaseId, conversationId }: NewExportJob): Promise<void> {
      const { organizationId } = caller
      const more = { kind: 'export', organizationId, owner: ownerOf(caller, databaseId), conversationId } as const
      await insertIfAbsent(() => create({ id, databaseId }, more))
    },
    /** Adds an attack run and deletes the oldest runs of its database; idempotent. */
    async addAttackJob(caller: OrganizationRef, { id, databaseId, after }: NewAttackJob): Promise<void> {
      const { organizationId } = caller
      const now = Math.max(Date.now(), after === undefined ? 0 : Date.parse(after.createdAt) + 1)
      await insertIfAbsent(() => create({ id, databaseId }, { kind: 'attack', organizationId }, new Date(now)))
      const all = model.find({ organizationId, databaseId, kind: 'attack' }, { _id: 1 }).sort(LATEST_FIRST)
      const dropped = await all.skip(ATTACKS_STORED_MAX).lean()
      if (dropped.length > 0) await model.deleteMany({ _id: { $in: dropped.map(({ _id }) => _id) }, organizationId })
    },
    /** The latest attack run on the policy of a database. */
    async lastAttackJob({ organizationId }: OrganizationRef, databaseId: string): Promise<Job | undefined> {
      const found = await model.findOne({ organizationId, databaseId, kind: 'attack' }).sort(LATEST_FIRST).lean()
      return found === null ? undefined : jobOf(found)
    },
    /** Attack runs on the policy of a database with their results, latest first. Few are stored, so all are read. */
    async listAttackJobs(
      { organizationId }: OrganizationRef,
      databaseId: string,
      { page, pageSize }: NumberedPage,
    ): Promise<ItemPage<Job>> {
      const found = await model.find({ organizationId, databaseId, kind: 'attack' }).sort(LATEST_FIRST).lean()
      const items = found.slice((page - 1) * pageSize, page * pageSize).map(jobOf)
      return { items, page, pageSize, total: found.length }
    },
    /** Deletes the attack runs of a database; a running one ends when it finds its document gone. */
    async removeAttacksOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteMany({ organizationId, databaseId, kind: 'attack' })
    },
    /** Number of queued and running jobs of a kind, requested since a time. */
    async countRunning({ organizationId }: OrganizationRef, kind: 'export' | 'attack', since: Date): Promise<number> {
      return await model.countDocuments({
        organizationId,
        kind,
        createdAt: { $gt: since },
        status: { $in: RUNNING },
      })
    },
    /** Whether a job is queued or running. */
    async isRunning({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      return (await model.exists({ _id: id, organizationId, status: { $in: RUNNING } })) !== null
    },
    /** A job that the caller may see; questions are visible to callers who see their conversation. */
    async find(caller: Caller, id: string): Promise<Job | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }).lean()
      if (found === null) return undefined
      return found.owner === undefined || isVisible(found.owner, caller) ? jobOf(found) : undefined
    },
    /** An indexing job of the organization. */
    async findIndexJob({ organizationId }: OrganizationRef, id: string): Promise<Job | undefined> {
      const found = await model.findOne({ _id: id, organizationId, kind: 'index' }).lean()
      return found === null ? undefined : jobOf(found)
    },
    /** Whether an indexing job was added since a time. */
    async hasIndexJobSince({ organizationId }: OrganizationRef, databaseId: string, since: Date): Promise<boolean> {
      const own = { organizationId, kind: 'index', createdAt: { $gt: since }, databaseId } as const
      return (await model.exists(own)) !== null
    },
    /** The queued or running indexing job of a database. */
    async findRunningIndexJob({ organizationId }: OrganizationRef, databaseId: string): Promise<Job | undefined> {
      const found = await model.findOne({ organizationId, databaseId, kind: 'index', status: { $in: RUNNING } }).lean()
      return found === null ? undefined : jobOf(found)
    },
    /** Indexing jobs of the organization, latest first. */
    async listIndexJobs({ organizationId }: OrganizationRef, page: NumberedPage): Promise<ItemPage<Job>> {
      const own = { organizationId, kind: 'index' } as const
      const sorted = model.find(own, { result: 0 }).sort(LATEST_FIRST).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, jobOf)
    },
    /** Updates the progress of a job. @returns false if it has ended or was deleted */
    async step({ organizationId }: OrganizationRef, id: string, progress: JobProgress): Promise<boolean> {
      const running = { _id: id, organizationId, status: { $in: RUNNING } }
      const change = { $set: { status: 'running', progress, updatedAt: new Date() } } as const
      return (await model.updateOne(running, change)).matchedCount === 1
    },
    /** Ends a job; an ended job stays unchanged. @returns whether this call ended it */
    async end({ organizationId }: OrganizationRef, id: string, ending: JobEnding): Promise<boolean> {
      const running = { _id: id, organizationId, status: { $in: RUNNING } }
      const change = {
        status: ending.status,
        updatedAt: new Date(),
        ...(ending.status === 'succeeded' ? { result: JSON.stringify(ending.result) } : {}),
        ...(ending.status === 'failed' ? { problem: ending.problem } : {}),
      }
      return (await model.updateOne(running, { $set: change })).matchedCount === 1
    },
    /** Removes a job that could not be started, and uncounts it. */
    async remove(caller: OrganizationRef, id: string): Promise<void> {
      await model.deleteOne({ _id: id, organizationId: caller.organizationId })
      await quotas.releaseRun(caller, id)
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const jobOf = (found: JobDocument): Job => ({
  id: found._id,
  kind: found.kind,
  databaseId: found.databaseId,
  status: found.status,
  progress: found.progress,
  createdAt: found.createdAt.toISOString(),
  updatedAt: found.updatedAt.toISOString(),
  ...(found.kind === 'index' ? { cause: found.cause ?? 'request' } : {}),
  ...(found.conversationId === undefined ? {} : { conversationId: found.conversationId }),
  ...(found.result === undefined ? {} : { result: JSON.parse(found.result) }),
  ...(found.problem === undefined ? {} : { problem: found.problem }),
})
