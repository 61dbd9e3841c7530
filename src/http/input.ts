import type { Request } from 'express'
import { z } from 'zod'
import { REQUIRED } from '../manage/written-files/mistake-message.ts'
import { validateInput } from '../manage/written-files/validate-input.ts'
import { invalidField, missingField, Problem } from '../platform/problems/problem.ts'

/**
 * Checks untrusted input against a schema.
 * @throws Problem `field_missing` if required fields are missing and nothing else is wrong, otherwise `input_invalid`
 */
export const checked = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  checkedParts(schema, input, (path) => path.join('.'))

type Strict = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>

/** For requests of third parties, which may add fields. */
type Loose = z.ZodObject<z.core.$ZodLooseShape, z.core.$loose>

/**
 * Schema of path, query and body of a request. On every endpoint, unknown fields are refused unless the query or the body
 * is declared as loose.
 */
export type RequestSchema = z.ZodObject<{
  readonly params?: z.ZodObject
  readonly query?: Strict | Loose
  readonly body?: z.ZodType
}>

/** For endpoints without parameters, query and body. */
export const NOTHING = z.object({})

/** For a query or a body that an endpoint does not declare. */
const EMPTY = z.strictObject({})

/**
 * Checks a request against a schema. A query or body that the schema does not declare must be empty.
 * @throws Problem `content_type_unsupported`, `body_malformed`, and those of `checked`
 */
export const checkedRequest = <Schema extends RequestSchema>(schema: Schema, req: Request): z.output<Schema> => {
  const { query, body: expected } = schema.shape
  const undeclared = z.object({ ...(query ? {} : { query: EMPTY }), ...(expected ? {} : { body: EMPTY.optional() }) })
  checkedParts(undeclared, { query: req.query, body: req.body }, fieldOf)
  const body = expected === undefined ? {} : { body: jsonBody(req, expected) }
  return checkedInput(schema, { params: req.params, query: req.query, ...body })
}

/** Checks input that did not come over HTTP. @throws Problem as `checked` */
export const checkedInput = <Schema extends RequestSchema>(schema: Schema, sent: unknown): z.output<Schema> =>
  checkedParts(schema, sent, fieldOf)

/** The path of a field, without the part of the request that contains it. */
const fieldOf = ([part = 'body', ...path]: readonly PropertyKey[]): string =>
  path.length === 0 ? String(part) : path.join('.')

const checkedParts = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  fieldOf: (path: readonly PropertyKey[]) => string,
): z.output<Schema> => {
  const result = validateInput(schema, input)
  if (result.ok) return result.value
  const details = result.mistakes.map(({ path, message, kind }) => ({
    field: fieldOf(path),
    message,
    code: kind === 'format' ? 'INVALID_FORMAT' : 'VALIDATION_ERROR',
  }))
  const isMissing = result.mistakes.every(({ kind }) => kind === 'missing')
  throw new Problem(isMissing ? 'field_missing' : 'input_invalid', { details })
}

/** A field that is missing, and required because of another field of the request. */
export const missing = (field: string): Problem => missingField(field, REQUIRED)

/**
 * The parsed JSON body; undefined if none was sent and none is required.
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

/** Ids are stored in lower case; some clients send UUIDs in upper case. */
export const uuid = z.uuid('must be a UUID').toLowerCase()

/** A query parameter that must not be repeated. */
export const once = z.string({ error: ({ input }) => (Array.isArray(input) ? 'must be sent only once' : undefined) })

/** A whole number in a query, parsed by `platform/values/page.ts`. */
const wholeNumber = once.optional().meta({ override: { type: 'integer', minimum: 1 } })

export const ListQuery = z.strictObject({ limit: wholeNumber, cursor: once.optional() })

/** For lists with numbered pages. */
export const PageQuery = z.strictObject({ page: wholeNumber, page_size: wholeNumber })
