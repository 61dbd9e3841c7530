import { type Connection, type QueryFilter, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import type { EvaluationEnding, EvaluationRun } from '../rules/evaluation-run.ts'
import { EVALUATION_KEPT_MS } from './evaluations.ts'

interface RunDocument extends Omit<EvaluationRun, 'id' | 'startedAt' | 'finishedAt'> {
  _id: string
  organizationId: number
  /** The organization id while the run is active; unique, so that one run per organization is active. */
  runningIn?: number
  startedAt: Date
  finishedAt?: Date
  expiresAt: Date
}

const schema = new Schema<RunDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    databaseId: { type: String, required: true },
    digest: { type: String, required: true },
    status: { type: String, required: true },
    questions: { type: Number, required: true },
    repeat: { type: Number, required: true },
    words: { type: Boolean, required: true },
    runningIn: Number,
    startedAt: { type: Date, required: true },
    finishedAt: Date,
    outcome: Schema.Types.Mixed,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, startedAt: -1, _id: -1 })
schema.index({ organizationId: 1, databaseId: 1, startedAt: -1, _id: -1 })
schema.index({ runningIn: 1 }, { unique: true, sparse: true })

type NewRun = Omit<EvaluationRun, 'status' | 'startedAt' | 'finishedAt' | 'outcome'>

export const evaluationRunStore = (connection: Connection) => {
  const model = connection.model<RunDocument>('EvaluationRun', schema, 'evaluation_runs')
  const questions = connection.model('Evaluation')
  return {
    /** Adds a run, unless one of the organization is active. @returns false if one is active, or this one has ended */
    async add({ organizationId }: OrganizationRef, { id, ...run }: NewRun): Promise<boolean> {
      const startedAt = new Date()
      const expiresAt = new Date(startedAt.getTime() + EVALUATION_KEPT_MS)
      const started = { organizationId, runningIn: organizationId, status: 'running', startedAt, expiresAt } as const
      return await insertIfAbsent(() => model.create({ _id: id, ...run, ...started }))
    },
    async find({ organizationId }: OrganizationRef, id: string): Promise<EvaluationRun | undefined> {
      const found = await model.findOne({ _id: id, organizationId }).lean()
      return found === null ? undefined : runOf(found)
    },
    /** The active run of the organization. */
    async findRunning({ organizationId }: OrganizationRef): Promise<EvaluationRun | undefined> {
      const found = await model.findOne({ runningIn: organizationId, organizationId }).lean()
      return found === null ? undefined : runOf(found)
    },
    /** Runs of the organization or of one of its databases, newest first. */
    async list(
      { organizationId }: OrganizationRef,
      page: NumberedPage,
      databaseId?: string,
    ): Promise<ItemPage<EvaluationRun>> {
      const own: QueryFilter<RunDocument> = { organizationId, ...(databaseId === undefined ? {} : { databaseId }) }
      const sorted = model.find(own).sort({ startedAt: -1, _id: -1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, runOf)
    },
    /** Ends a run; an ended run stays unchanged. @returns whether this call ended it */
    async end({ organizationId }: OrganizationRef, id: string, ending: EvaluationEnding): Promise<boolean> {
      const { status, outcome, finishedAt } = ending
      const { matchedCount } = await model.updateOne(
        { _id: id, organizationId, status: 'running' },
        { $set: { status, outcome, finishedAt: new Date(finishedAt) }, $unset: { runningIn: 1 } },
      )
      return matchedCount === 1
    },
    /** Removes a run that could not be started. */
    async remove({ organizationId }: OrganizationRef, id: string): Promise<void> {
      // Ids of questions are `<run>.<index>`; `/` follows `.` in ASCII.
      await questions.deleteMany({ _id: { $gt: `${id}.`, $lt: `${id}/` }, organizationId })
      await model.deleteOne({ _id: id, organizationId })
    },
    /** Removes all evaluations of a database that is being deleted. */
    async removeOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await questions.deleteMany({ organizationId, databaseId })
      await model.deleteMany({ organizationId, databaseId })
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const runOf = ({ _id: id, startedAt, finishedAt, ...found }: RunDocument): EvaluationRun => {
  const { databaseId, digest, status, questions, repeat, words, outcome } = found
  return {
    id,
    databaseId,
    digest,
    status,
    questions,
    repeat,
    words,
    startedAt: startedAt.toISOString(),
    ...(finishedAt === undefined ? {} : { finishedAt: finishedAt.toISOString() }),
    ...(outcome === undefined ? {} : { outcome }),
  }
}
