import type { Db, Document } from 'mongodb'
import type { OtherOwners, OwnerColumn } from '../../../guard/owner-columns.ts'
import { type OwnerType, typesOfOwner } from '../../../guard/owner-types.ts'
import { isTimeout, serverCode } from '../run/explain-error.ts'
import { concurrently } from './concurrently.ts'

/** Values that programs store, but for those that stand for none: where those are, nobody is the owner. */
const TYPES = [
  ...[
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
  ],
  ...['decimal', 'minKey', 'maxKey'],
] as const

const HELD: Readonly<Record<OwnerType, readonly string[]>> = {
  integer: ['int', 'long', 'double', 'decimal'],
  string: ['string'],
  objectId: ['objectId'],
  uuid: ['binData'],
}

const COUNT_MAX = 10_000
/** Of a collection that is too large to be looked through, so many documents are. */
const LOOKED_AT_MAX = 20_000
const COMMAND_MS = 1_500
const AT_ONCE = 3

export interface CountLimits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

/**
 * How many documents have an owner of a type that their policy does not name; undefined where that cannot be told in
 * time. An index by the owner makes it exact at once, without one the first documents tell.
 */
export const countOtherOwners = (
  database: Db,
  columns: readonly OwnerColumn[],
  limits: CountLimits,
): Promise<readonly (OtherOwners | undefined)[]> =>
  concurrently(columns, AT_ONCE, async (column) => {
    const others = { $match: { [column.column]: { $type: othersThan(column) } } }
    const all = await counted(database, column, [others], limits)
    if (all !== undefined) return { count: all, isLeast: all === COUNT_MAX }
    const some = await counted(database, column, [{ $limit: LOOKED_AT_MAX }, others], limits)
    return some === undefined ? undefined : { count: some, isLeast: true }
  })

const othersThan = ({ types }: OwnerColumn): readonly string[] => {
  const held = typesOfOwner(types).flatMap((type) => HELD[type])
  return TYPES.filter((type) => !held.includes(type))
}

/** @returns undefined where the time is up */
const counted = async (
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
