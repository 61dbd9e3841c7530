import { type Connection, Schema } from 'mongoose'
import type { EvaluatedQuestion } from '../rules/evaluated-question.ts'
import type { EvaluationId, TrialInput } from '../rules/evaluation-input.ts'
import type { Trial } from '../rules/trial.ts'

/** A question of an evaluation, with its trials. */
interface EvaluationDocument {
  /** `<evaluation>.<index>` */
  _id: string
  organizationId: number
  databaseId: string
  /** JSON text, like trials: column names may be invalid as document keys. */
  question: string
  /** The latest trial per repetition, with the start of the evaluation that made it. */
  trials?: Record<string, { readonly run: string; readonly json: string }>
  expiresAt: Date
}

const schema = new Schema<EvaluationDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    databaseId: { type: String, required: true },
    question: { type: String, required: true },
    trials: Schema.Types.Mixed,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, databaseId: 1 })

/** For later comparisons, the command writes a file. */
export const EVALUATION_KEPT_MS = 30 * 24 * 60 * 60_000
/** Questions per command: each may have 100 kB, and commands have a size limit. */
const BATCH_SIZE = 100

/** A question with its trials. */
interface TriedQuestion {
  readonly question: EvaluatedQuestion
  /** Trials so far, by repetition. */
  readonly trials: readonly Trial[]
}

export const evaluationStore = (connection: Connection) => {
  const model = connection.model<EvaluationDocument>('Evaluation', schema, 'evaluations')
  const idOf = (evaluationId: string, index: number): string => `${evaluationId}.${index}`
  return {
    /** Stores the questions of an evaluation; idempotent, and existing trials stay. */
    async put(
      { organizationId, evaluationId }: EvaluationId,
      databaseId: string,
      questions: readonly EvaluatedQuestion[],
    ): Promise<void> {
      const expiresAt = new Date(Date.now() + EVALUATION_KEPT_MS)
      for (let from = 0; from < questions.length; from += BATCH_SIZE)
        await model.bulkWrite(
          questions.slice(from, from + BATCH_SIZE).map((question, offset) => ({
            updateOne: {
              filter: { _id: idOf(evaluationId, from + offset), organizationId },
              update: { $set: { databaseId, question: JSON.stringify(question), expiresAt } },
              upsert: true,
            },
          })),
        )
    },
    /** A question and its trial, if any; undefined if the evaluation was deleted. */
    async find({
      organizationId,
      evaluationId,
      index,
      repetition,
      run,
    }: TrialInput): Promise<{ readonly question: EvaluatedQuestion; readonly trial: Trial | undefined } | undefined> {
      const found = await model.findOne({ _id: idOf(evaluationId, index), organizationId }).lean()
      if (found === null) return undefined
      return { question: JSON.parse(found.question), trial: trialOf(found, repetition, run) }
    },
    /**
     * Stores a trial, unless it was stored before.
     * @returns the stored trial; undefined if the evaluation was deleted
     */
    async putTrial(input: TrialInput, trial: Trial): Promise<Trial | undefined> {
      const { organizationId, evaluationId, index, repetition, run } = input
      const field = `trials.${repetition}`
      const notMade = { _id: idOf(evaluationId, index), organizationId, [`${field}.run`]: { $ne: run } }
      const made = { $set: { [field]: { run, json: JSON.stringify(trial) } } }
      if ((await model.updateOne(notMade, made)).matchedCount === 1) return trial
      const found = await model.findOne({ _id: idOf(evaluationId, index), organizationId }).lean()
      return found === null ? undefined : trialOf(found, repetition, run)
    },
    /** The questions of an evaluation in order with their trials. @param run only trials of this start */
    async *triedQuestions(
      { organizationId, evaluationId }: EvaluationId,
      run: string | undefined,
      questions: number,
    ): AsyncGenerator<TriedQuestion> {
      for (let from = 0; from < questions; from += BATCH_SIZE) {
        const ids = Array.from({ length: Math.min(BATCH_SIZE, questions - from) }, (_, at) =>
          idOf(evaluationId, from + at),
        )
        const found = new Map(
          (await model.find({ _id: { $in: ids }, organizationId }).lean()).map((one) => [one._id, one]),
        )
        for (const one of ids.map((id) => found.get(id)))
          if (one !== undefined) yield { question: JSON.parse(one.question), trials: trialsOf(one, run) }
      }
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const trialOf = ({ trials }: EvaluationDocument, repetition: number, run: string | undefined): Trial | undefined => {
  const made = trials?.[repetition]
  return made !== undefined && (run === undefined || made.run === run) ? JSON.parse(made.json) : undefined
}

const trialsOf = (document: EvaluationDocument, run: string | undefined): readonly Trial[] =>
  Object.keys(document.trials ?? {})
    .map(Number)
    .toSorted((a, b) => a - b)
    .flatMap((repetition) => trialOf(document, repetition, run) ?? [])
