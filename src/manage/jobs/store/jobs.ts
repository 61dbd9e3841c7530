import { type Connection, Schema } from 'mongoose'
import { type BillingPeriod, billingPeriod } from '../../../access/rules/billing-period.ts'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { isVisible, type Owned, ownerOf } from '../../../access/rules/visibility.ts'
import type { Listed, NumberedPage } from '../../../platform/values/page.ts'
import { isWrittenFirst } from '../../../store/duplicate-key.ts'
import { listed } from '../../../store/listed.ts'
import type { quotaStore } from '../../usage/store/quotas.ts'
import { ATTACKS_KEPT } from '../rules/attack-input.ts'
import { type IndexCause, type Job, type JobEnding, type JobProgress, type JobStatus, WAITING } from '../rules/job.ts'

export interface JobDocument extends Pick<Owned, 'organizationId' | 'databaseId'> {
  _id: string
  kind: Job['kind']
  status: JobStatus
  progress: JobProgress
  createdAt: Date
  updatedAt: Date
  /** Whose the question is, where it is one. */
  owner?: Owned
  /** Where it is asked. */
  conversationId?: string
  /** Cause of automatic indexing. */
  cause?: IndexCause
  /** As JSON text: names of tables are free text, which document keys are not. */
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

/** What is known of a job before it is one. */
export type NewJob = Pick<Job, 'id' | 'databaseId'>

export interface NewIndexJob extends NewJob {
  /** Absent: on request. */
  readonly cause?: IndexCause
}

/** An export that was requested in a conversation. */
export interface NewExportJob extends NewJob {
  readonly conversationId: string
}

/** A run of attacks on the policy of a database. */
export interface NewAttackJob extends NewJob {
  /** The previous run: it counts as earlier by any clock. */
  readonly after?: Pick<Job, 'createdAt'> | undefined
}

/** A question, under the id of its turn; it was made when it was asked, by the clock of its other dates. */
export interface NewTurnJob extends NewJob {
  readonly conversationId: string
  /** ISO 8601. */
  readonly askedAt: string
}

/** The quota of requested jobs. */
export interface IndexQuota {
  readonly max: number
  readonly period: BillingPeriod
}

const UNLIMITED = (): IndexQuota => ({ max: Number.MAX_SAFE_INTEGER, period: billingPeriod(Date.now()) })

/** @param quotas counters of requested runs */
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
  /** Automatic jobs do not count against a quota. */
  const inPeriod = (organizationId: number, { startsAt }: BillingPeriod) => {
    const createdAt = { $gte: new Date(startsAt) }
    return { organizationId, kind: 'index', createdAt, cause: { $exists: false } } as const
  }
  /**
   * The initial count of a period without a counter: jobs from before. A changed billing day starts a period within a
   * counted one, whose count stays.
   */
  const uncounted = async (caller: OrganizationRef, period: BillingPeriod): Promise<number> =>
    (await quotas.hasCountedRuns(caller)) ? 0 : await model.countDocuments(inPeriod(caller.organizationId, period))
  /** @returns whether a job counts in its period, after the counter was initialized */
  const isCounted = async (caller: OrganizationRef, id: string, { max, period }: IndexQuota): Promise<boolean> => {
    const { startsOn } = period
    if ((await quotas.countedRuns(caller, startsOn)) === undefined)
      await quotas.beginRuns(caller, startsOn, await uncounted(caller, period))
    return await quotas.takeRun(caller, startsOn, { id, max })
  }
  /** Gives back what was counted for jobs whose requests died before they had written them. */
  const giveBackLost = async (caller: OrganizationRef, { startsOn }: BillingPeriod): Promise<void> => {
    const settled = await quotas.settledRuns(caller, startsOn)
    const { organizationId } = caller
    const found = await model.find({ _id: { $in: [...settled] }, organizationId }, { _id: 1 }).lean()
    const known = new Set(found.map(({ _id }) => _id))
    for (const id of settled) if (!known.has(id)) await quotas.giveBackRun(caller, id)
  }
  return {
    /** How many jobs that index databases were asked for in a period, and when it ends where there is one. */
    async indexRuns(
      caller: OrganizationRef,
      period: BillingPeriod = billingPeriod(Date.now()),
    ): Promise<{ readonly used: number; readonly endsAt: number | undefined }> {
      const used = (await quotas.countedRuns(caller, period.startsOn)) ?? (await uncounted(caller, period))
      return { used, endsAt: used === 0 ? undefined : period.endsAt }
    },
    /**
     * Adds a job that indexes a database, within the quota of the period: of concurrent requests exactly as many are
     * added. One that exists was added by the same request before.
     *
     * @param quota of requested jobs
     * @returns `added`, or in how many seconds there is room again
     */
    async addIndexJob(
      caller: OrganizationRef,
      { cause = 'request', ...job }: NewIndexJob,
      quota: IndexQuota = UNLIMITED(),
    ): Promise<'added' | number> {
      const { organizationId } = caller
      if (cause !== 'request') {
        await isWrittenFirst(() => create(job, { kind: 'index', organizationId, cause }))
        return 'added'
      }
      if ((await model.exists({ _id: job.id, organizationId })) !== null) return 'added'
      if (!(await isCounted(caller, job.id, quota))) {
        await giveBackLost(caller, quota.period)
        if (!(await isCounted(caller, job.id, quota)))
          return Math.max(1, Math.ceil((quota.period.endsAt - Date.now()) / 1000))
      }
      await isWrittenFirst(() => create(job, { kind: 'index', organizationId }))
      return 'added'
    },
    /** Adds an asynchronous question, under the turn's id; adding it again changes nothing. */
    async addTurnJob(caller: Caller, { id, databaseId, conversationId, askedAt }: NewTurnJob): Promise<void> {
      const { organizationId } = caller
      if ((await model.exists({ _id: id, organizationId })) !== null) return
      // Another request for the same turn may add it in this moment.
      const owner = ownerOf(caller, databaseId)
      const more = { kind: 'turn', organizationId, owner, conversationId } as const
      await isWrittenFirst(() => create({ id, databaseId }, more, new Date(askedAt)))
    },
    /** Adds an export, for the tenant and scope of the caller; adding it again changes nothing. */
    async addExportJob(caller: Caller, { id, databaseId, conversationId }: NewExportJob): Promise<void> {
      const { organizationId } = caller
      const more = { kind: 'export', organizationId, owner: ownerOf(caller, databaseId), conversationId } as const
      await isWrittenFirst(() => create({ id, databaseId }, more))
    },
    /** Adds a run of attacks, and drops the oldest ones of its database; adding it again changes nothing. */
    async addAttackJob(caller: OrganizationRef, { id, databaseId, after }: NewAttackJob): Promise<void> {
      const { organizationId } = caller
      const now = Math.max(Date.now(), after === undefined ? 0 : Date.parse(after.createdAt) + 1)
      await isWrittenFirst(() => create({ id, databaseId }, { kind: 'attack', organizationId }, new Date(now)))
      const all = model.find({ organizationId, databaseId, kind: 'attack' }, { _id: 1 }).sort(LATEST_FIRST)
      const dropped = await all.skip(ATTACKS_KEPT).lean()
      if (dropped.length > 0) await model.deleteMany({ _id: { $in: dropped.map(({ _id }) => _id) }, organizationId })
    },
    /** The latest run of attacks on the policy of a database. */
    async lastAttackJob({ organizationId }: OrganizationRef, databaseId: string): Promise<Job | undefined> {
      const found = await model.findOne({ organizationId, databaseId, kind: 'attack' }).sort(LATEST_FIRST).lean()
      return found === null ? undefined : jobOf(found)
    },
    /** Runs of attacks on the policy of a database, latest first, with what they have come to: few are kept, and all are read. */
    async listAttackJobs(
      { organizationId }: OrganizationRef,
      databaseId: string,
      { page, pageSize }: NumberedPage,
    ): Promise<Listed<Job>> {
      const found = await model.find({ organizationId, databaseId, kind: 'attack' }).sort(LATEST_FIRST).lean()
      const items = found.slice((page - 1) * pageSize, page * pageSize).map(jobOf)
      return { items, page, pageSize, total: found.length }
    },
    /** Forgets the runs of attacks on the policy of a database: one that runs finds itself gone, and ends. */
    async removeAttacksOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteMany({ organizationId, databaseId, kind: 'attack' })
    },
    /** How many jobs of a kind wait or run in an organization that were asked for since a moment. */
    async countRunning({ organizationId }: OrganizationRef, kind: 'export' | 'attack', since: Date): Promise<number> {
      return await model.countDocuments({
        organizationId,
        kind,
        createdAt: { $gt: since },
        status: { $in: RUNNING },
      })
    },
    /** Whether a job of the caller's organization waits or runs. */
    async isRunning({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      return (await model.exists({ _id: id, organizationId, status: { $in: RUNNING } })) !== null
    },
    /** A job, where the caller may see it; a question is seen by those who see its conversation. */
    async find(caller: Caller, id: string): Promise<Job | undefined> {
      const found = await model.findOne({ _id: id, organizationId: caller.organizationId }).lean()
      if (found === null) return undefined
      return found.owner === undefined || isVisible(found.owner, caller) ? jobOf(found) : undefined
    },
    /** A job that indexes a database of the caller's organization. */
    async findIndexJob({ organizationId }: OrganizationRef, id: string): Promise<Job | undefined> {
      const found = await model.findOne({ _id: id, organizationId, kind: 'index' }).lean()
      return found === null ? undefined : jobOf(found)
    },
    /** Whether one that indexes a database was added since a moment. */
    async hasIndexJobSince({ organizationId }: OrganizationRef, databaseId: string, since: Date): Promise<boolean> {
      const own = { organizationId, kind: 'index', createdAt: { $gt: since }, databaseId } as const
      return (await model.exists(own)) !== null
    },
    /** The job that indexes a database now. */
    async findRunningIndexJob({ organizationId }: OrganizationRef, databaseId: string): Promise<Job | undefined> {
      const found = await model.findOne({ organizationId, databaseId, kind: 'index', status: { $in: RUNNING } }).lean()
      return found === null ? undefined : jobOf(found)
    },
    /** Jobs that index databases of the caller's organization, latest first. */
    async listIndexJobs({ organizationId }: OrganizationRef, page: NumberedPage): Promise<Listed<Job>> {
      const own = { organizationId, kind: 'index' } as const
      const sorted = model.find(own, { result: 0 }).sort(LATEST_FIRST).lean()
      return await listed(page, { total: model.countDocuments(own), sorted }, jobOf)
    },
    /** Says how far a job is. @returns false when it is over, or gone */
    async step({ organizationId }: OrganizationRef, id: string, progress: JobProgress): Promise<boolean> {
      const running = { _id: id, organizationId, status: { $in: RUNNING } }
      const change = { $set: { status: 'running', progress, updatedAt: new Date() } } as const
      return (await model.updateOne(running, change)).matchedCount === 1
    },
    /** Ends a job; one that is over stays as it is. @returns whether this has ended it */
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
    /** Takes back a job that could not be begun: it counts nowhere. */
    async remove(caller: OrganizationRef, id: string): Promise<void> {
      await model.deleteOne({ _id: id, organizationId: caller.organizationId })
      await quotas.giveBackRun(caller, id)
    },
    /** Forgets what has expired: not every store does so by itself. */
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
