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

/** All messages of one conversation are one owner's: whoever names it reads no others. */
const NAMES_ITS_OWNER = 'conversationId'

/**
 * Whether an index gives what is asked as one range: the fields that must have a value first, then what is sorted or
 * bounded. A page must find nothing in that range that it does not want.
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

/** What is being removed is little and soon gone: a page may pass over it. */
const LEAVING = 'leavingAt'

const isValue = (field: string, condition: unknown): boolean =>
  !field.startsWith('$') && field !== LEAVING && !isBound(condition)

const isBound = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  Object.keys(condition).some((name) => /^\$(lt|lte|gt|gte)$/.test(name))

/** An index is read forwards or backwards. */
const runsAlong = (sort: Order, index: Order): boolean =>
  [1, -1].some((way) =>
    sort.every(([field, direction], at) => index[at]?.[0] === field && index[at]?.[1] === direction * way),
  )
