import type { Db, Document } from 'mongodb'
import type { OtherOwners, OwnerColumn } from '../../../guard/owner-columns.ts'
import { type OwnerType, typesOfOwner } from '../../../guard/owner-types.ts'
import { isTimeout, serverCode } from '../run/explain-error.ts'
import { mapConcurrently } from './map-concurrently.ts'

/** All stored types except null and undefined, which mean no owner. */
const TYPES = [
  'double',
  'string',
  'object',
  'array',
  'binData',
  'objectId',
  'bool',
  'date',
  'regex',
  'int',
  'timestamp',
  'long',
  'decimal',
  'minKey',
  'maxKey',
] as const

const BSON_TYPES: Readonly<Record<OwnerType, readonly string[]>> = {
  integer: ['int', 'long', 'double', 'decimal'],
  string: ['string'],
  objectId: ['objectId'],
  uuid: ['binData'],
}

const COUNT_MAX = 10_000
/** In a collection too large to scan, this many documents are checked. */
const CHECKED_MAX = 20_000
const COMMAND_MS = 1_500
const AT_ONCE = 3

interface CountLimits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

/**
 * Counts documents whose owner has a type that the policy does not name; undefined on a timeout. Exact with an index on
 * the owner; otherwise only the first documents are checked.
 */
export const countOtherOwners = (
  database: Db,
  columns: readonly OwnerColumn[],
  limits: CountLimits,
): Promise<readonly (OtherOwners | undefined)[]> =>
  mapConcurrently(columns, AT_ONCE, async (column) => {
    const others = { $match: { [column.column]: { $type: otherTypes(column) } } }
    const all = await countDocuments(database, column, [others], limits)
    if (all !== undefined) return { count: all, isLowerBound: all === COUNT_MAX }
    const inFirst = await countDocuments(database, column, [{ $limit: CHECKED_MAX }, others], limits)
    return inFirst === undefined ? undefined : { count: inFirst, isLowerBound: true }
  })

const otherTypes = ({ types }: OwnerColumn): readonly string[] => {
  const named = typesOfOwner(types).flatMap((type) => BSON_TYPES[type])
  return TYPES.filter((type) => !named.includes(type))
}

/** @returns undefined on a timeout */
const countDocuments = async (
  database: Db,
  { table }: OwnerColumn,
  found: readonly Document[],
  { leftMs, signal }: CountLimits,
): Promise<number | undefined> => {
  const maxTimeMS = Math.min(COMMAND_MS, Math.floor(leftMs()))
  if (maxTimeMS < 1) return undefined
  const pipeline = [...found, { $limit: COUNT_MAX }, { $count: 'n' }]
  const options = { signal, maxTimeMS, allowDiskUse: false, comment: 'tabletalk review' }
  try {
    const [first] = await database.collection(table).aggregate<{ n: number }>(pipeline, options).toArray()
    return first?.n ?? 0
  } catch (error) {
    if (isTimeout(serverCode(error))) return undefined
    throw error
  }
}
