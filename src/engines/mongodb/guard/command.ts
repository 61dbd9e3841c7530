import { BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, UUID } from 'mongodb'
import { z } from 'zod'
import type { GuardedQuery } from '../../../guard/guarded-query.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Json } from '../../../platform/values/json.ts'
import { isList, isObject } from '../language/literals.ts'
import { BOUND_KINDS, boundJson } from './bound-value.ts'

const document = z.record(z.string(), z.unknown())
const count = z.number().int().min(0)

/** The JSON of a guarded statement. */
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
 * The command of a guarded query with its values, as extended JSON for display. A value that cannot have the field's
 * type matches nothing.
 */
export const displayedCommand = ({ statement, parameters }: Pick<GuardedQuery, 'statement' | 'parameters'>): Json =>
  fillIn(JSON.parse(statement), parameters) ?? null

/**
 * The command of a guarded query for the driver, with typed values. It must run with the collation `{ locale: 'simple'
 * }` (except as `allowsAnyCollation` allows): under a collection's own collation two tenants may be equal.
 */
export const boundCommand = (query: Pick<GuardedQuery, 'statement' | 'parameters'>): Command =>
  COMMAND.parse(bsonOf(displayedCommand(query)))

/** Stages that compare fields of two collections, which policy rules may depend on. */
const JOINING: ReadonlySet<string> = new Set(['$lookup', '$graphLookup', '$unionWith'])

/**
 * Whether a guarded query selects the same owners under every collation: owners are numbers or ids, and nothing is
 * joined. Only comparisons of the draft may then differ, as the view's collation intends.
 */
export const allowsAnyCollation = ({ statement }: Pick<GuardedQuery, 'statement'>): boolean =>
  comparesNoTextOwner(JSON.parse(statement))

const comparesNoTextOwner = (value: Json): boolean => {
  if (isList(value)) return value.every(comparesNoTextOwner)
  if (!isObject(value)) return true
  if (Object.hasOwn(value, '$bound')) return BOUND.parse(value).as !== 'string'
  return Object.entries(value).every(([key, one]) => !JOINING.has(key) && comparesNoTextOwner(one))
}

/** A placeholder; drafts cannot contain its keys. */
const BOUND = z.strictObject({ $bound: count, as: z.enum(BOUND_KINDS) })

const fillIn = (value: Json, parameters: readonly BoundValue[]): Json | undefined => {
  if (isList(value))
    return value.flatMap((one) => {
      const replacement = fillIn(one, parameters)
      return replacement === undefined ? [] : [replacement]
    })
  if (!isObject(value)) return value
  if (Object.hasOwn(value, '$bound')) {
    const { $bound, as } = BOUND.parse(value)
    return boundJson(parameters[$bound] ?? null, as)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const replacement = fillIn(one, parameters)
      return replacement === undefined ? ['$in', []] : [key, replacement]
    }),
  )
}

const bsonOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bsonOf)
  // The driver would write integers beyond 32 bits as doubles.
  if (typeof value === 'number') return Number.isInteger(value) && !isInt32(value) ? Long.fromNumber(value) : value
  if (typeof value !== 'object' || value === null) return value
  const [[key, content] = [], ...more] = Object.entries(value)
  const literal = more.length === 0 && key !== undefined ? LITERALS.get(key) : undefined
  if (literal !== undefined) return literal(content)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bsonOf(one)]))
}

const isInt32 = (value: number): boolean => value === (value | 0)

const REGULAR_EXPRESSION = z.strictObject({ pattern: z.string(), options: z.string() })

/** Converters for extended JSON, which the guard has validated. */
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
