import { z } from 'zod'
import { ROLES } from '../../../ask/rules/history/message.ts'
import { MESSAGE_LENGTH_MAX } from '../../../ask/rules/question.ts'
import { isShallow } from '../../../platform/values/is-shallow.ts'
import type { Json } from '../../../platform/values/json.ts'
import { ChartItem } from '../../chart-item.ts'
import { ChoiceList } from '../../choice-item.ts'
import { once, uuid } from '../../input.ts'
import { ReceiptItem } from '../../receipt-item.ts'
import { resultFields } from '../../result-data.ts'
import { ShortenedItem } from '../../shortened-item.ts'

/** A question: 1 to 8,000 characters without NUL and lone surrogates, not only white space. */
export const messageText = z
  .string()
  // A cheap limit before characters are counted: a character has at most two code units.
  .max(2 * MESSAGE_LENGTH_MAX, `must have at most ${MESSAGE_LENGTH_MAX} characters`)
  .meta({ override: { minLength: 1, maxLength: MESSAGE_LENGTH_MAX } })
  .transform((text) => text.toWellFormed().replaceAll('\0', ''))
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine((text) => [...text].length <= MESSAGE_LENGTH_MAX, `must have at most ${MESSAGE_LENGTH_MAX} characters`)

/** A field of an appended message: a body is a question or a message to append, never both. */
const notInQuestion = z.null('is only for appended messages; a question has only `message`').optional()

/** Appended messages may be long answers of other assistants. */
const CONTENT_LENGTH_MAX = 32_000

const METADATA_DEPTH_MAX = 16

const metadata = z
  .custom<{ readonly [key: string]: Json }>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be a JSON object',
  )
  .meta({ override: { type: 'object', additionalProperties: true } })
  .refine((value) => isShallow(value, METADATA_DEPTH_MAX), `must have at most ${METADATA_DEPTH_MAX} levels`)

/** A message to append (specification, Appended message request). */
export const AppendBody = z
  .strictObject({
    message: z.null('is only for questions; an appended message has `role` and `content`').optional(),
    conversation_id: z
      .string()
      .pipe(uuid)
      .meta({ override: { format: 'uuid' } }),
    role: z
      .string()
      .pipe(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`))
      .meta({ override: { enum: [...ROLES] } }),
    content: z
      .string()
      .max(CONTENT_LENGTH_MAX, `must have at most ${CONTENT_LENGTH_MAX} characters`)
      .meta({ override: { minLength: 1 } })
      .transform((text) => text.toWellFormed().replaceAll('\0', ''))
      .refine((text) => text !== '', 'must have at least 1 character'),
    metadata: metadata.optional(),
  })
  .meta({ id: 'AppendRequest' })

/** A question (specification, Chat request). */
export const ChatBody = z
  .strictObject({
    role: notInQuestion,
    content: notInQuestion,
    message: messageText,
    database_id: uuid.nullish(),
    personality_id: uuid.nullish(),
    session_id: uuid.nullish(),
    conversation_id: uuid.nullish(),
  })
  .meta({ id: 'ChatRequest' })

/** Query of endpoints that can respond with a stream. */
export const CursorQuery = z.strictObject({
  last_event_id: once.optional().meta({ description: 'Same as the header Last-Event-ID.' }),
})

/** The id of a conversation, or `new` to start one. */
export const conversationPath = z.object({
  conversation_id: z.union([uuid, z.literal('new')]).meta({ param: { example: 'new' } }),
})

export const turnIdPath = z.object({ turn_id: uuid })

const id = z.uuid()
const count = z.int().min(0)
const record = z.record(z.string(), z.unknown())

/** The rows of a further query of the answer. */
const PartItem = z
  .object({
    query_id: z.string().meta({ description: 'Same as the `results` event of the part in a stream.' }),
    title: z.string(),
    ...resultFields,
    receipt: ReceiptItem.optional(),
    chart: ChartItem.optional(),
  })
  .meta({ id: 'AnswerPart' })

/** Specification, section Chat response data: a superset of both forms. */
export const ChatAnswer = z
  .object({
    message: z.string(),
    conversation_id: id,
    session_id: id,
    message_id: z.string(),
    turn_id: id,
    results: z.array(record).readonly(),
    row_count: count.optional(),
    truncated: z.boolean().optional(),
    shortened: z.array(ShortenedItem).readonly().optional(),
    sources: z.array(z.string()).readonly(),
    query_type: z.enum(['chat', 'data_retrieval']),
    execution_time_ms: count,
    assumptions: z.array(z.string()).readonly().optional(),
    suggestions: z.array(z.string()).readonly().optional(),
    choices: ChoiceList.optional(),
    chart: ChartItem.optional(),
    receipt: ReceiptItem.optional(),
    parts: z
      .array(PartItem)
      .readonly()
      .optional()
      .meta({ description: 'Further queries of a model after it had seen the rows; usually absent.' }),
  })
  .meta({ id: 'ChatAnswer' })

/** An accepted question, with the ids and URLs of its answer: stored message, job and events. */
export const AcceptedTurn = z
  .object({
    turn_id: id,
    conversation_id: id,
    session_id: id,
    message_id: z.string(),
    status_url: z.string(),
    stream_url: z.string(),
    query_timeout: z.int().min(1).describe('Maximum run time of the query in seconds, once it has a slot.'),
  })
  .meta({ id: 'AcceptedTurn' })

/** Specification, Appended message. */
export const AppendedMessage = z
  .object({ message_id: id, conversation_id: id, created_at: z.iso.datetime({ precision: 3 }) })
  .meta({ id: 'AppendedMessage' })
