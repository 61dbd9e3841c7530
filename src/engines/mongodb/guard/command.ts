import { BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, UUID } from 'mongodb'
import { z } from 'zod'
import type { GuardedQuery } from '../../../guard/guarded-query.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Json } from '../../../platform/values/json.ts'
import { isList, isObject } from '../language/literals.ts'
import { BOUND_KINDS, boundJson } from './bound-value.ts'

const document = z.record(z.string(), z.unknown())
const count = z.number().int().min(0)

/** What a guarded statement is, once it is read as JSON. */
const COMMAND = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('find'),
    collection: z.string(),
    filter: document,
    projection: document.optional(),
    sort: document.optional(),
    skip: count.optional(),
    limit: count.min(1),
  }),
  z.strictObject({ op: z.literal('aggregate'), collection: z.string(), pipeline: z.array(document) }),
])

export type Command = z.infer<typeof COMMAND>

/**
 * The command of a guarded query with its values in place, as extended JSON: what people are shown.
 * A value that cannot be of the field's type finds nothing.
 */
export const shownCommand = ({ statement, parameters }: Pick<GuardedQuery, 'statement' | 'parameters'>): Json =>
  filled(JSON.parse(statement), parameters) ?? null

/**
 * The command of a guarded query as the driver takes it: values in place, and each as the type that it is compared as.
 * It must run with the collation `{ locale: 'simple' }`: a collection may have one in which two tenants are the same
 * (but for `bearsAnyCollation`).
 */
export const boundCommand = (query: Pick<GuardedQuery, 'statement' | 'parameters'>): Command =>
  COMMAND.parse(bsonOf(shownCommand(query)))

/** Stages that compare fields of one collection with those of another, by which rules of a policy may go. */
const JOINING: ReadonlySet<string> = new Set(['$lookup', '$graphLookup', '$unionWith'])

/**
 * Whether a guarded query finds rows of the same owners under every collation: owners are compared as numbers or ids, which
 * no collation touches, and nothing is joined. What the draft itself compares may then be the same in another case, as its
 * view wants it.
 */
export const bearsAnyCollation = ({ statement }: Pick<GuardedQuery, 'statement'>): boolean =>
  isTextless(JSON.parse(statement))

const isTextless = (value: Json): boolean => {
  if (isList(value)) return value.every(isTextless)
  if (!isObject(value)) return true
  if (Object.hasOwn(value, '$bound')) return BOUND.parse(value).as !== 'string'
  return Object.entries(value).every(([key, one]) => !JOINING.has(key) && isTextless(one))
}

/** Of the keys of a placeholder none can come from a draft. */
const BOUND = z.strictObject({ $bound: count, as: z.enum(BOUND_KINDS) })

const filled = (value: Json, parameters: readonly BoundValue[]): Json | undefined => {
  if (isList(value))
    return value.flatMap((one) => {
      const put = filled(one, parameters)
      return put === undefined ? [] : [put]
    })
  if (!isObject(value)) return value
  if (Object.hasOwn(value, '$bound')) {
    const { $bound, as } = BOUND.parse(value)
    return boundJson(parameters[$bound] ?? null, as)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const put = filled(one, parameters)
      return put === undefined ? ['$in', []] : [key, put]
    }),
  )
}

const bsonOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bsonOf)
  // The driver would write a whole number beyond 32 bits as a floating one.
  if (typeof value === 'number') return Number.isInteger(value) && !isInt32(value) ? Long.fromNumber(value) : value
  if (typeof value !== 'object' || value === null) return value
  const [[key, content] = [], ...more] = Object.entries(value)
  const literal = more.length === 0 && key !== undefined ? LITERALS.get(key) : undefined
  if (literal !== undefined) return literal(content)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bsonOf(one)]))
}

const isInt32 = (value: number): boolean => value === (value | 0)

const REGULAR_EXPRESSION = z.strictObject({ pattern: z.string(), options: z.string() })

/** The extended JSON that drafts may hold, all of it read and found well-formed by the guard. */
const LITERALS: ReadonlyMap<string, (content: unknown) => unknown> = new Map<string, (content: unknown) => unknown>([
  ['$oid', (content) => ObjectId.createFromHexString(String(content))],
  ['$uuid', (content) => new UUID(String(content))],
  ['$date', (content) => new Date(String(content))],
  ['$numberInt', (content) => new Int32(Number(content))],
  ['$numberLong', (content) => Long.fromString(String(content))],
  ['$numberDouble', (content) => new Double(Number(content))],
  ['$numberDecimal', (content) => Decimal128.fromString(String(content))],
  [
    '$regularExpression',
    (content) => {
      const { pattern, options } = REGULAR_EXPRESSION.parse(content)
      return new BSONRegExp(pattern, options)
    },
  ],
])
