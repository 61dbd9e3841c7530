import { z } from 'zod'
import { RATINGS } from '../../../ask/rules/history/feedback.ts'
import { ChartItem } from '../../chart-item.ts'
import { ChoiceList } from '../../choice-item.ts'
import { ReceiptItem } from '../../receipt-item.ts'
import { ViewsItem } from './view-schema.ts'

const count = z.int().min(0)
const texts = z.array(z.string()).readonly()

const resultFields = {
  row_count: count.optional(),
  truncated: z.boolean().optional(),
  shortened_cells: count.optional().meta({ description: 'Number of large cells that are shortened.' }),
  receipt: ReceiptItem.optional().meta({
    description: 'The query that was run; for database keys by their `answer_details`.',
  }),
  chart: ChartItem.optional(),
}

const tokens = {
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  calls: count,
  cost_usd_micros: count.nullable().optional().meta({ description: 'Null if the price of a model is unknown.' }),
}

const MessageUsage = z
  .object({
    ...tokens,
    estimated: z.boolean(),
    models: z.array(z.object({ model: z.string(), ...tokens })).optional(),
  })
  .meta({
    id: 'MessageUsage',
    description: 'Language model tokens; only for database keys with `receipts`, without cost and models.',
  })

const MessagePart = z
  .object({ query_id: z.string(), title: z.string(), ...resultFields })
  .meta({ id: 'MessagePart', description: 'For each further query of the answer, in the order of `parts`.' })

const Feedback = z.object({
  rating: z.enum(RATINGS),
  comment: z.string().optional(),
  rated_at: z.iso.datetime({ precision: 3 }),
})

/** Metadata of a message: for an answer, everything that a page needs to show it again, except the rows. */
export const MessageMetadata = z
  .looseObject({
    turn_id: z.uuid().optional(),
    query_type: z.enum(['chat', 'data_retrieval']).optional(),
    execution_time_ms: count.optional(),
    finish_reason: z
      .enum(['stop', 'cancelled'])
      .optional()
      .meta({ description: 'Same as in the `done` event; absent if the turn failed.' }),
    planner: z
      .string()
      .optional()
      .meta({ description: '`builtin`, or `model:` followed by the model name; never for database keys.' }),
    sources: texts.optional(),
    assumptions: texts.optional(),
    suggestions: texts.optional(),
    choices: ChoiceList.optional(),
    ...resultFields,
    parts: z.array(MessagePart).optional(),
    verified: z.boolean().optional().meta({ description: 'Whether a verified query was used for the answer.' }),
    usage: MessageUsage.optional(),
    problem: z.string().optional().meta({
      description: 'The name of the problem with which the turn ended (`ProblemName`); `content` is its text.',
    }),
    error_code: z.string().optional(),
    retryable: z.boolean().optional(),
    retry_after: count.optional().meta({ description: 'Seconds after the end of the turn.' }),
    feedback: Feedback.optional(),
    view: ViewsItem.optional(),
  })
  .meta({
    id: 'MessageMetadata',
    description:
      'For an answer, its metadata. Empty for questions. An appended message has the metadata that was sent with it, which may have a different form.',
  })
