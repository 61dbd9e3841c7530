import { z } from 'zod'
import { EVALUATION_STATUSES } from '../../../domain/evaluation/evaluation-run.ts'
import { VERDICTS } from '../../../domain/evaluation/trial.ts'
import { QuestionLine } from '../../../input/question-file.ts'
import { PageQuery, uuid } from '../../input.ts'
import { ProblemNameItem } from '../../problem-name-item.ts'

/** Of one request. */
export const QUESTIONS_MAX = 500
export const REPEAT_MAX = 5

const count = z.int().min(0)
const timestamp = z.iso.datetime({ precision: 3 })
const owner = z.string().trim().normalize('NFC').min(1).max(255)

/** Questions with what a right answer is, as the lines of the file of `tabletalk eval`. */
export const EvaluationBody = z
  .strictObject({
    database_id: z.string('must be a UUID').pipe(uuid),
    questions: z.array(QuestionLine).min(1).max(QUESTIONS_MAX),
    tenant_id: owner.optional().meta({ description: 'For whom questions are asked that name no tenant.' }),
    scope_id: owner.optional().meta({ description: 'As which end user or group, where they name no scope.' }),
    repeat: z.int().min(1).max(REPEAT_MAX).default(1).meta({ description: 'How often each question is asked.' }),
    worded: z.boolean().default(false).meta({ description: 'Whether a model words each answer too.' }),
  })
  .meta({ id: 'EvaluationRequest' })

/** One run of questions whose answers are known. */
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
    done: count.meta({ description: 'How many of `questions` times `repeat` were asked by now.' }),
    ...{ right: count, declined: count, wrong: count, failed: count },
    planners: z.array(z.string()).meta({ description: '`builtin`, or `model:<name>`; empty while it runs.' }),
    precision: z.number().nullable().meta({
      description: 'The share of answers with rows that is right; null where none has rows, and while it runs.',
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
      ...{ input: count, output: count, calls: count, estimated: z.boolean() },
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
  .meta({ id: 'EvaluationRows', description: 'The first 20 rows of a result, 8 KiB at most.' })

const Mistake = z
  .object({
    id: z.string().meta({ description: 'As its file calls it.' }),
    question: z.string(),
    tags: z.array(z.string()).readonly(),
    tenant_id: z.string().nullable(),
    scope_id: z.string().nullable(),
    verdict: z.enum(VERDICTS).meta({ description: 'Of the first time that it was not answered right.' }),
    verdicts: z.array(z.enum(VERDICTS)).meta({ description: 'Of each time that it was asked.' }),
    query: z.string().nullable(),
    message: z.string().nullable().meta({ description: 'What was replied, or why it failed.' }),
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
  stable: count.nullable().meta({ description: 'Questions with the same verdict each time, where asked repeatedly.' }),
  mistakes: z.array(Mistake).meta({ description: 'Questions that were not answered right: the first 500.' }),
  mistakes_left_out: count,
  comparison: z
    .object({
      is_worse: z.boolean(),
      compared: count,
      worse: z.array(Change).readonly(),
      better: z.array(Change).readonly(),
    })
    .nullable()
    .meta({ description: 'How it stands to the run of `with`, by the ids of questions that both have.' }),
}).meta({ id: 'EvaluationReport' })

export const EvaluationListQuery = PageQuery.extend({ database_id: uuid.optional() })
export const EvaluationQuery = z.strictObject({
  with: uuid.optional().meta({ description: 'The id of another run for the same database: `comparison` has both.' }),
})
export const evaluationPath = z.object({ evaluation_id: uuid })
