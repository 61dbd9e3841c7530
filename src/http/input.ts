import type { Request } from 'express'
import { z } from 'zod'
import { MESSAGE_LENGTH_MAX } from '../domain/ask/question.ts'
import { ROLES } from '../domain/history/message.ts'
import type { Json } from '../domain/json.ts'
import { invalidField, missingField, Problem } from '../domain/problem.ts'
import { heldAgainst } from '../input/held-against.ts'
import { REQUIRED } from '../input/mistake-words.ts'

/**
 * Checks untrusted input against a schema.
 * @throws Problem `field_missing` when all that is wrong is that something is not there, else `input_invalid`
 */
export const checked = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  checkedParts(schema, input, (path) => path.join('.'))

type Strict = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>

/**
 * What a request is held against: its path, its query and its body, as far as it has them. What none of them names is
 * refused, on every endpoint alike; a body that lets more pass says so itself.
 */
export type RequestSchema = z.ZodObject<{
  readonly params?: z.ZodObject
  readonly query?: Strict
  readonly body?: z.ZodType
}>

/** Of an endpoint whose address says all. */
export const NOTHING = z.object({})

/** The query and the body of an endpoint that reads none. */
const UNREAD = z.strictObject({})

/**
 * A request in the types of its schema; a body is read only where one is expected, and of others it is only seen that
 * they say nothing.
 * @throws Problem `content_type_unsupported`, `body_malformed`, and those of `checked`
 */
export const checkedRequest = <Schema extends RequestSchema>(schema: Schema, req: Request): z.output<Schema> => {
  const { query, body: expected } = schema.shape
  const fieldOf = ([part, ...path]: readonly PropertyKey[]) => (path.length === 0 ? String(part) : path.join('.'))
  const unread = z.object({ ...(query ? {} : { query: UNREAD }), ...(expected ? {} : { body: UNREAD.optional() }) })
  checkedParts(unread, { query: req.query, body: req.body }, fieldOf)
  const body = expected === undefined ? {} : { body: jsonBody(req, expected) }
  return checkedParts(schema, { params: req.params, query: req.query, ...body }, fieldOf)
}

const checkedParts = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  fieldOf: (path: readonly PropertyKey[]) => string,
): z.output<Schema> => {
  const held = heldAgainst(schema, input)
  if (held.ok) return held.value
  const details = held.mistakes.map(({ path, message, kind }) => ({
    field: fieldOf(path),
    message,
    code: kind === 'format' ? 'INVALID_FORMAT' : 'VALIDATION_ERROR',
  }))
  const isMissing = held.mistakes.every(({ kind }) => kind === 'missing')
  throw new Problem(isMissing ? 'field_missing' : 'input_invalid', { details })
}

/** A field that is asked for by what else a request says, and is not there. */
export const missing = (field: string): Problem => missingField(field, REQUIRED)

/**
 * Where a body is expected: JSON, and an object; nothing where that will do.
 * @throws Problem `content_type_unsupported`, `body_malformed`
 */
const jsonBody = (req: Request, expected: z.ZodType): unknown => {
  const isSent = req.get('Transfer-Encoding') !== undefined || (req.get('Content-Length') ?? '0') !== '0'
  if (!isSent && expected.safeParse(undefined).success) return undefined
  if (req.is('application/json') === false) throw new Problem('content_type_unsupported')
  if (req.body === undefined) throw new Problem('body_malformed')
  return req.body
}

const KEY_LENGTH_MAX = 255

/** The `Idempotency-Key` header. @throws Problem `input_invalid` when it is empty or too long */
export const idempotencyKey = (req: Request): string | undefined => {
  const key = req.get('Idempotency-Key')
  if (key === undefined || (key !== '' && key.length <= KEY_LENGTH_MAX)) return key
  throw invalidField('Idempotency-Key', `must have 1 to ${KEY_LENGTH_MAX} characters`, 'INVALID_FORMAT')
}

/** Ids are stored in lower case; some clients print UUIDs in capitals. */
export const uuid = z.uuid('must be a UUID').toLowerCase()

/** A question as people type it: 1 to 8,000 characters, not only white space once what no store takes is gone. */
export const messageText = z
  .string()
  // Before the work of counting characters, of which each has at most two code units.
  .max(2 * MESSAGE_LENGTH_MAX, `must have at most ${MESSAGE_LENGTH_MAX} characters`)
  .meta({ override: { minLength: 1, maxLength: MESSAGE_LENGTH_MAX } })
  .transform((text) => text.toWellFormed().replaceAll('\0', ''))
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine((text) => [...text].length <= MESSAGE_LENGTH_MAX, `must have at most ${MESSAGE_LENGTH_MAX} characters`)

/** A field of an appended message: a body is a question or a message to append, never both. */
const notInQuestion = z.null('belongs to a message to append; a question has only `message`').optional()

/** The text of a message to append: what an assistant has said elsewhere may be long. */
const CONTENT_LENGTH_MAX = 32_000

const METADATA_DEPTH_MAX = 16

/** Whether a value is JSON of bounded depth. It goes as deep as it allows, whatever the value is. */
const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1)))

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
    message: z.null('belongs to a question; a message to append has `role` and `content`').optional(),
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

export const conversationIdPath = z.object({ conversation_id: uuid })

/** The id of a conversation, or the word `new` for one that is to begin. */
export const conversationPath = z.object({
  conversation_id: z.union([uuid, z.literal('new')]).meta({ param: { example: 'new' } }),
})

export const databaseIdPath = z.object({ database_id: uuid })

export const jobIdPath = z.object({ job_id: uuid })

export const turnIdPath = z.object({ turn_id: uuid })

/** A parameter that stands for one value. */
export const once = z.string({ error: ({ input }) => (Array.isArray(input) ? 'must be given once' : undefined) })

/** A whole number in a query: `domain/history/page.ts` says what is made of it. */
const number = once.optional().meta({ override: { type: 'integer', minimum: 1 } })

export const ListQuery = z.strictObject({ limit: number, cursor: once.optional() })

export const MessageListQuery = ListQuery.extend({ conversation_id: uuid.optional() })

/** Of what may be answered with a stream. */
export const CursorQuery = z.strictObject({
  last_event_id: once.optional().meta({ description: 'As the header Last-Event-ID.' }),
})

/** Of lists whose pages have numbers. */
export const PageQuery = z.strictObject({ page: number, page_size: number })
