import type { Request } from 'express'
import { z } from 'zod'
import { MESSAGE_LENGTH_MAX } from '../domain/ask/question.ts'
import { Problem } from '../domain/problem.ts'

/**
 * Checks untrusted input against a schema.
 * @throws Problem `field_missing` when all that is wrong is that something is not there, else `input_invalid`
 */
export const checked = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
    code: issue.code === 'invalid_format' ? 'INVALID_FORMAT' : 'VALIDATION_ERROR',
  }))
  const missing = parsed.error.issues.every((issue) => issue.code === 'invalid_type' && issue.message === REQUIRED)
  throw new Problem(missing ? 'field_missing' : 'input_invalid', { details })
}

const REQUIRED = 'is required'

/** Where a body is expected: JSON, and an object. @throws Problem `content_type_unsupported`, `body_malformed` */
export const jsonBody = (req: Request): unknown => {
  if (req.is('application/json') === false) throw new Problem('content_type_unsupported')
  if (req.body === undefined) throw new Problem('body_malformed')
  return req.body
}

const KEY_LENGTH_MAX = 255

/** The `Idempotency-Key` header. @throws Problem `input_invalid` when it is empty or too long */
export const idempotencyKey = (req: Request): string | undefined => {
  const key = req.get('Idempotency-Key')
  if (key === undefined || (key !== '' && key.length <= KEY_LENGTH_MAX)) return key
  const message = `Idempotency-Key must have 1 to ${KEY_LENGTH_MAX} characters.`
  throw new Problem('input_invalid', {
    message,
    details: [{ field: 'Idempotency-Key', message, code: 'INVALID_FORMAT' }],
  })
}

const required = { error: (issue: { input?: unknown }) => (issue.input === undefined ? REQUIRED : 'must be text') }

/** Ids are stored in lower case; some clients print UUIDs in capitals. */
export const uuid = z.uuid('must be a UUID').toLowerCase()

/** A question as people type it: 1 to 8,000 characters, not only white space once what no store takes is gone. */
export const messageText = z
  .string(required)
  // Before the work of counting characters, of which each has at most two code units.
  .max(2 * MESSAGE_LENGTH_MAX, `must have at most ${MESSAGE_LENGTH_MAX} characters`)
  .transform((text) => text.toWellFormed().replaceAll('\0', ''))
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine((text) => [...text].length <= MESSAGE_LENGTH_MAX, `must have at most ${MESSAGE_LENGTH_MAX} characters`)

/** A field of an appended message: a body is a question or a message to append, never both. */
const notInQuestion = z.undefined('belongs to a message to append; a question has only `message`').optional()

export const ChatBody = z.object(
  {
    role: notInQuestion,
    content: notInQuestion,
    message: messageText,
    database_id: uuid.nullish(),
    personality_id: uuid.nullish(),
    session_id: uuid.nullish(),
    conversation_id: uuid.nullish(),
  },
  'must be a JSON object',
)

export const conversationIdPath = z.object({ conversation_id: uuid })

export const turnIdPath = z.object({ turn_id: uuid })

const once = z.string('must be given once')

export const ListQuery = z.object({ limit: once.optional(), cursor: once.optional() })

export const MessageListQuery = ListQuery.extend({ conversation_id: uuid.optional() })
