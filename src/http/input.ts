import type { Request } from 'express'
import { z } from 'zod'
import { validateInput } from '../manage/written-files/held-against.ts'
import { REQUIRED } from '../manage/written-files/mistake-words.ts'
import { invalidField, missingField, Problem } from '../platform/problems/problem.ts'

/**
 * Checks untrusted input against a schema.
 * @throws Problem `field_missing` when all that is wrong is that something is not there, else `input_invalid`
 */
export const checked = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  checkedParts(schema, input, (path) => path.join('.'))

type Strict = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>

/** Of what others write who may add what they like. */
type Loose = z.ZodObject<z.core.$ZodLooseShape, z.core.$loose>

/**
 * What a request is held against: its path, its query and its body, as far as it has them. What none of them names is
 * refused, on every endpoint alike; a query or a body that lets more pass says so itself.
 */
export type RequestSchema = z.ZodObject<{
  readonly params?: z.ZodObject
  readonly query?: Strict | Loose
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
  const unread = z.object({ ...(query ? {} : { query: UNREAD }), ...(expected ? {} : { body: UNREAD.optional() }) })
  checkedParts(unread, { query: req.query, body: req.body }, fieldOf)
  const body = expected === undefined ? {} : { body: jsonBody(req, expected) }
  return checkedInput(schema, { params: req.params, query: req.query, ...body })
}

/** The same of what did not come over HTTP. @throws Problem as `checked` */
export const checkedInput = <Schema extends RequestSchema>(schema: Schema, sent: unknown): z.output<Schema> =>
  checkedParts(schema, sent, fieldOf)

/** The path of a field within the part of the request that it is in. */
const fieldOf = ([part = 'body', ...path]: readonly PropertyKey[]): string =>
  path.length === 0 ? String(part) : path.join('.')

const checkedParts = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  fieldOf: (path: readonly PropertyKey[]) => string,
): z.output<Schema> => {
  const held = validateInput(schema, input)
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

/** A parameter that stands for one value. */
export const once = z.string({ error: ({ input }) => (Array.isArray(input) ? 'must be sent only once' : undefined) })

/** A whole number in a query: `domain/history/page.ts` says what is made of it. */
const number = once.optional().meta({ override: { type: 'integer', minimum: 1 } })

export const ListQuery = z.strictObject({ limit: number, cursor: once.optional() })

/** Of lists whose pages have numbers. */
export const PageQuery = z.strictObject({ page: number, page_size: number })
