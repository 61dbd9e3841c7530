import type { Request } from 'express'
import { z } from 'zod'
import { MESSAGE_LENGTH_MAX } from '../domain/ask/question.ts'
import { ROLES } from '../domain/history/message.ts'
import type { Json } from '../domain/json.ts'
import { Problem } from '../domain/problem.ts'

/**
 * Checks untrusted input against a schema.
 * @throws Problem `field_missing` when all that is wrong is that something is not there, else `input_invalid`
 */
export const checked = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  checkedParts(schema, input, ({ path }) => path.join('.'))

/** What a request is held against: its path, its query and its body, as far as it has them. */
export type RequestSchema = z.ZodObject<{
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}>

/** Of an endpoint whose address says all. */
export const NOTHING = z.object({})

/**
 * A request in the types of its schema; a body is read only where one is expected.
 * @throws Problem `content_type_unsupported`, `body_malformed`, and those of `checked`
 */
export const checkedRequest = <Schema extends RequestSchema>(schema: Schema, req: Request): z.output<Schema> => {
  const { body: expected } = schema.shape
  const body = expected === undefined ? {} : { body: jsonBody(req, expected) }
  return checkedParts(schema, { params: req.params, query: req.query, ...body }, ({ path }) => path.slice(1).join('.'))
}

const checkedParts = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  fieldOf: (issue: z.core.$ZodIssue) => string,
): z.output<Schema> => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap(nearest)
  const details = issues.map((issue) => ({
    field: fieldOf(issue),
    message: issue.message,
    code: issue.code === 'invalid_format' ? 'INVALID_FORMAT' : 'VALIDATION_ERROR',
  }))
  const missing = issues.every((issue) => issue.code === 'invalid_type' && issue.message === REQUIRED)
  throw new Problem(missing ? 'field_missing' : 'input_invalid', { details })
}

/** What is wrong with a value that may have one of several forms: what is wrong by the form that it comes closest to. */
const nearest = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, UNKNOWN_TOLD_MAX).map((key) => ({
      ...{ ...issue, keys: [key], path: [...issue.path, key.slice(0, NAME_TOLD_MAX)], message: 'is not known here' },
    }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
  return closest.flatMap((inner) => nearest({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Fields that are told to be unknown, and how much of the name of each. */
const UNKNOWN_TOLD_MAX = 10
const NAME_TOLD_MAX = 100

const REQUIRED = 'is required'

/** A field that is asked for by what else a request says, and is not there. */
export const missing = (field: string): Problem =>
  new Problem('field_missing', { details: [{ field, message: REQUIRED, code: 'VALIDATION_ERROR' }] })

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

const AN_OBJECT = 'must be a JSON object'

/** A message to append (specification, Appended message request). */
export const AppendBody = z
  .object(
    {
      message: z.null('belongs to a question; a message to append has `role` and `content`').optional(),
      conversation_id: z
        .string(required)
        .pipe(uuid)
        .meta({ override: { format: 'uuid' } }),
      role: z
        .string(required)
        .pipe(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`))
        .meta({ override: { enum: [...ROLES] } }),
      content: z
        .string(required)
        .max(CONTENT_LENGTH_MAX, `must have at most ${CONTENT_LENGTH_MAX} characters`)
        .meta({ override: { minLength: 1 } })
        .transform((text) => text.toWellFormed().replaceAll('\0', ''))
        .refine((text) => text !== '', 'must have at least 1 character'),
      metadata: metadata.optional(),
    },
    AN_OBJECT,
  )
  .meta({ id: 'AppendRequest' })

/** A question (specification, Chat request). */
export const ChatBody = z
  .object(
    {
      role: notInQuestion,
      content: notInQuestion,
      message: messageText,
      database_id: uuid.nullish(),
      personality_id: uuid.nullish(),
      session_id: uuid.nullish(),
      conversation_id: uuid.nullish(),
    },
    AN_OBJECT,
  )
  .meta({ id: 'ChatRequest' })

export const conversationIdPath = z.object({ conversation_id: uuid })

/** The id of a conversation, or the word `new` for one that is to begin. */
export const conversationPath = z.object({ conversation_id: z.union([uuid, z.literal('new')]) })

export const databaseIdPath = z.object({ database_id: uuid })

export const jobIdPath = z.object({ job_id: uuid })

export const turnIdPath = z.object({ turn_id: uuid })

/** A parameter that stands for one value. */
export const once = z.string('must be given once')

/** A whole number in a query: `domain/history/page.ts` says what is made of it. */
const number = once.optional().meta({ override: { type: 'integer', minimum: 1 } })

export const ListQuery = z.object({ limit: number, cursor: once.optional() })

export const MessageListQuery = ListQuery.extend({ conversation_id: uuid.optional() })

/** Of lists whose pages have numbers. */
export const PageQuery = z.object({ page: number, page_size: number })
