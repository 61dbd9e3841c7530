import type { Connection } from 'mongoose'
import type { Asked, Order } from './asked-commands.ts'

/** The declared indexes of each collection, that of `_id` included. */
export const declaredIndexes = (connection: Connection): ReadonlyMap<string, readonly Order[]> =>
  new Map(
    Object.values(connection.models).map(({ collection, schema }) => [
      collection.name,
      [[['_id', 1]], ...schema.indexes().map(([fields]) => Object.entries(fields).map(directed))],
    ]),
  )

const directed = ([field, direction]: readonly [string, unknown]): readonly [string, number] => [
  field,
  Number(direction),
]

/** All messages of a conversation have one owner: a filter by conversation reads no others. */
const NAMES_ITS_OWNER = 'conversationId'

/**
 * Whether an index serves a command as one range: first the fields with equality, then those that are sorted or
 * bounded. All documents of the range of a page must match.
 */
export const isOneRange = ({ filter, sort, isPage }: Asked, index: Order): boolean => {
  const equal = new Set(Object.keys(filter).filter((field) => isValue(field, filter[field])))
  const first = index.findIndex(([field]) => !equal.has(field))
  const prefix = first === -1 ? index.length : first
  const wanted = isPage && !index.slice(0, prefix).some(([field]) => field === NAMES_ITS_OWNER) ? equal.size : 0
  if (prefix < wanted) return false
  const rest = index.slice(prefix)
  if (sort.length > 0) return runsAlong(sort, rest)
  const [next] = rest
  return prefix > 0 || (next !== undefined && isBound(filter[next[0]]))
}

/** Documents pending deletion are few and soon gone: a page may skip them. */
const PENDING_DELETION = 'leavingAt'

const isValue = (field: string, condition: unknown): boolean =>
  !field.startsWith('$') && field !== PENDING_DELETION && !isBound(condition)

const isBound = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  Object.keys(condition).some((name) => /^\$(lt|lte|gt|gte)$/.test(name))

/** An index is read forwards or backwards. */
const runsAlong = (sort: Order, index: Order): boolean =>
  [1, -1].some((way) =>
    sort.every(([field, direction], at) => index[at]?.[0] === field && index[at]?.[1] === direction * way),
  )
