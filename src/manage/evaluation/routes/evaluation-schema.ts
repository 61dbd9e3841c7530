import { z } from 'zod'
import { PageQuery, uuid } from '../../../http/input.ts'
import { ProblemNameItem } from '../../../http/problem-name-item.ts'
import { QuestionLine } from '../../written-files/question-file.ts'
import { EVALUATION_STATUSES } from '../rules/evaluation-run.ts'
import { VERDICTS } from '../rules/trial.ts'

/** Maximum questions per request. */
const QUESTIONS_MAX = 500
const REPEAT_MAX = 5

const count = z.int().min(0)
const timestamp = z.iso.datetime({ precision: 3 })
const owner = z.string().trim().normalize('NFC').min(1).max(255)

/** Questions with their expected answers, as in the file of `tabletalk eval`. */
export const EvaluationBody = z
  .strictObject({
    database_id: z.string('must be a UUID').pipe(uuid),
    questions: z.array(QuestionLine).min(1).max(QUESTIONS_MAX),
    tenant_id: owner.optional().meta({ description: 'The tenant for questions that name no tenant.' }),
    scope_id: owner.optional().meta({ description: 'The scope (end user or group) for questions that name no scope.' }),
    repeat: z.int().min(1).max(REPEAT_MAX).default(1).meta({ description: 'How often each question is asked.' }),
    worded: z.boolean().default(false).meta({ description: 'Whether a model also writes the text of each answer.' }),
  })
  .meta({ id: 'EvaluationRequest' })

/** An evaluation run. */
export const EvaluationItem = z
  .object({
    id: z.uuid(),
    database_id: z.string(),
    status: z.enum(EVALUATION_STATUSES),
    started_at: timestamp,
    finished_at: timestamp.nullable(),
    questions: count,
    repeat: z.int().min(1),
    worded: z.boolean(),
    done: count.meta({ description: 'Number of questions asked so far, out of `questions` times `repeat`.' }),
    right: count,
    declined: count,
    wrong: count,
    failed: count,
    planners: z
      .array(z.string())
      .meta({ description: '`builtin`, or `model:<name>`; empty while the evaluation is running.' }),
    precision: z.number().nullable().meta({
      description:
        'The share of answers with rows that are correct; null if none has rows, and while the evaluation is running.',
    }),
  })
  .meta({ id: 'Evaluation' })

const counts = { asked: count, right: count, declined: count, wrong: count, failed: count }

const Figures = z.object({
  ...counts,
  answered: count,
  answered_share: z.number(),
  precision: z.number().nullable(),
  repairs: count,
  reviews: z.object({ asked: count, mended: count, spoilt: count }),
  sentences: z.object({ kept: count, left_out: count }).nullable(),
  tokens: z
    .object({
      input: count,
      output: count,
      calls: count,
      estimated: z.boolean(),
      steps: z.object({ drafting: count, reviewing: count, wording: count }),
      cost_usd_micros: count.nullable(),
    })
    .nullable(),
  latency_ms: z.object({ p50: z.number(), p95: z.number() }).nullable(),
})

const Sample = z
  .object({
    columns: z.array(z.string()).readonly(),
    rows: z.array(z.record(z.string(), z.unknown())).readonly(),
    row_count: count,
    truncated: z.boolean(),
  })
  .meta({ id: 'EvaluationRows', description: 'The first 20 rows of a result, at most 8 KiB.' })

const Mistake = z
  .object({
    id: z.string().meta({ description: 'The id of the question in its file.' }),
    question: z.string(),
    tags: z.array(z.string()).readonly(),
    tenant_id: z.string().nullable(),
    scope_id: z.string().nullable(),
    verdict: z.enum(VERDICTS).meta({ description: 'The first attempt that was not answered correctly.' }),
    verdicts: z.array(z.enum(VERDICTS)).meta({ description: 'The verdict of each attempt.' }),
    query: z.string().nullable(),
    message: z.string().nullable().meta({ description: 'The reply, or the reason for the failure.' }),
    problem: ProblemNameItem.nullable(),
    found: Sample.nullable(),
    gold: Sample.nullable(),
  })
  .meta({ id: 'EvaluationMistake' })

const verdicts = z.array(z.enum(VERDICTS)).readonly()
const Change = z.object({ id: z.string(), before: verdicts, now: verdicts })

export const EvaluationReportItem = EvaluationItem.extend({
  total: Figures,
  tags: z.array(z.object({ tag: z.string(), ...counts })).readonly(),
  stable: count
    .nullable()
    .meta({ description: 'Questions with the same verdict in all attempts, if questions are repeated.' }),
  mistakes: z.array(Mistake).meta({ description: 'The first 500 questions that were not answered correctly.' }),
  mistakes_left_out: count,
  comparison: z
    .object({
      is_worse: z.boolean(),
      compared: count,
      worse: z.array(Change).readonly(),
      better: z.array(Change).readonly(),
    })
    .nullable()
    .meta({ description: 'Comparison with the evaluation `with`, by the ids of the questions that both have.' }),
}).meta({ id: 'EvaluationReport' })

export const EvaluationListQuery = PageQuery.extend({ database_id: uuid.optional() })
export const EvaluationQuery = z.strictObject({
  with: uuid
    .optional()
    .meta({ description: 'The id of another evaluation of the same database to compare with in `comparison`.' }),
})
export const evaluationPath = z.object({ evaluation_id: uuid })
