import { z } from 'zod'
import { COMMENT_LENGTH_MAX, RATINGS } from '../../../ask/rules/history/feedback.ts'
import { PARTS_MAX } from '../../../ask/rules/next-step.ts'
import { EXPORT_FORMATS } from '../../../manage/exports/rules/export-format.ts'
import { ListQuery, uuid } from '../../input.ts'
import { plainTextField } from '../../plain-text-field.ts'
import { ReceiptItem } from '../../receipt-item.ts'
import { resultFields } from '../../result-data.ts'
import { MessageMetadata } from './metadata-schema.ts'

const ID_LENGTH_MAX = 100

/** Message ids are derived from turn ids; appended messages have a UUID. */
export const messagePath = z.object({
  message_id: z.string().max(ID_LENGTH_MAX, `must have at most ${ID_LENGTH_MAX} characters`),
})

const UP_OR_DOWN = 'must be up, down, 1 or -1'

/** A rating of an answer. */
export const FeedbackBody = z
  .strictObject({
    rating: z
      .union([z.enum(RATINGS), z.literal(1), z.literal(-1)], UP_OR_DOWN)
      .transform((given) => (given === 1 ? 'up' : given === -1 ? 'down' : given)),
    comment: plainTextField(COMMENT_LENGTH_MAX).nullish(),
  })
  .meta({ id: 'FeedbackRequest' })

export const FeedbackItem = z
  .object({
    message_id: z.string(),
    rating: z.enum(RATINGS),
    comment: z.string().nullable(),
    rated_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'Feedback' })

const PARTS = Array.from({ length: PARTS_MAX }, (_, at) => String(at + 1))

/** Query parameter for a part of an answer. */
export const partField = (description: string) =>
  z
    .enum(PARTS, `must be ${PARTS.join(' or ')}`)
    .transform(Number)
    .optional()
    .meta({ override: { enum: PARTS }, description })

export const ResultsQuery = z.strictObject({
  part: partField('The part of the answer, numbered from 1 as in `parts`; without it, the rows of the first query.'),
  format: z.enum(EXPORT_FORMATS, 'must be csv, xlsx or json').optional(),
  bom: z
    .enum(['0', '1'], 'must be 0 or 1')
    .optional()
    .meta({ description: '1: the CSV file begins with a byte order mark, so that spreadsheets detect UTF-8.' }),
})

/** Format and part of an export. */
export const ExportBody = z
  .strictObject({
    format: z.enum(EXPORT_FORMATS, 'must be csv, xlsx or json'),
    part: z.int().min(1).max(PARTS_MAX, `must be from 1 to ${PARTS_MAX}`).nullish().meta({
      description: 'The part of the answer, numbered from 1 as in `parts`; without it, the rows of the first query.',
    }),
  })
  .meta({ id: 'ExportRequest' })

export const exportPath = messagePath.extend({ export_id: uuid })

/** The rows of an answer; the receipt is shown to organization keys only. */
export const ResultsItem = z
  .object({
    message_id: z.string(),
    ...resultFields,
    left_out: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Number of further rows in the database, if they were counted.' }),
    receipt: ReceiptItem.optional(),
  })
  .meta({ id: 'Results' })

export const sender = z.enum(['USER', 'ASSISTANT', 'SYSTEM', 'TOOL'])

/** Not validated: metadata may come from earlier versions or from servers of customers. */
const storedMetadata = z.preprocess((metadata) => metadata, MessageMetadata)

/** Specification, section Message (item of `GET /api/v1/chat/history`). */
export const MessageItem = z
  .object({
    id: z.string(),
    content: z.string(),
    sender,
    timestamp: z.iso.datetime({ precision: 3 }),
    type: z.literal('text'),
    metadata: storedMetadata,
    conversation_id: z.uuid(),
    turn_id: z
      .uuid()
      .nullable()
      .meta({ description: 'The turn of a question and its answer; null for appended messages.' }),
  })
  .meta({ id: 'Message' })

export const MessageListQuery = ListQuery.extend({ conversation_id: uuid.optional() })
