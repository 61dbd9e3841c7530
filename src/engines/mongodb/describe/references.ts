import { Binary, type Db, Double, Int32, Long, ObjectId } from 'mongodb'
import type { Column, ForeignKey, Table } from '../../../guard/schema.ts'
import { TYPE } from '../run/elements.ts'
import type { FoundCollection } from './describe-collection.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { Sample } from './path-node.ts'
import { ReferenceNames } from './reference-names.ts'

/** A value that may be an id. */
type Id = Int32 | Long | Double | string | ObjectId | Binary

interface Candidate {
  readonly table: string
  readonly path: string
  readonly target: string
  readonly values: readonly Id[]
}

interface LookUpLimits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
  /** Maximum number of concurrent look-ups. */
  readonly atOnce: number
}

const CANDIDATES_MAX = 500
/** Minimum share of looked-up values that must exist. */
const FOUND_MIN = 0.5

/**
 * Infers references: paths whose names refer to another collection, whose type is that of its ids, and most of whose
 * sampled values exist there. Document databases declare none.
 *
 * @returns the keys by collection name
 */
export const inferredKeys = async (
  database: Db,
  collections: readonly FoundCollection[],
  names: ReferenceNames,
  { leftMs, signal, atOnce }: LookUpLimits,
): Promise<ReadonlyMap<string, readonly ForeignKey[]>> => {
  const candidates = candidatesOf(collections, names).slice(0, CANDIDATES_MAX)
  const keys = new Map<string, ForeignKey[]>()
  await mapConcurrently(candidates, atOnce, async ({ table, path, target, values }) => {
    const found = await database
      .collection<{ _id: Id }>(target)
      .find(
        { _id: { $in: [...values] } },
        { projection: { _id: 1 }, signal, maxTimeMS: Math.max(1, Math.ceil(leftMs())) },
      )
      .limit(values.length)
      .toArray()
    if (found.length < values.length * FOUND_MIN) return
    const key = { columns: [path], refTable: target, refColumns: ['_id'], inferred: true } as const
    keys.set(table, [...(keys.get(table) ?? []), key])
  })
  // Sorted, because look-ups finish in any order.
  return new Map([...keys].map(([table, found]) => [table, found.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))]))
}

const pathOf = ({ columns: [path = ''] }: ForeignKey): string => path

/** Infers references by names and types alone, without reading values. */
export const namedKeys = (tables: readonly Table[]): ((table: Table) => readonly ForeignKey[]) => {
  const targetOf = targetsOf(tables, new ReferenceNames(tables.map(({ name }) => name)))
  return ({ columns }) =>
    columns.flatMap((column) => {
      const refTable = targetOf(column)
      return refTable === undefined
        ? []
        : [{ columns: [column.name], refTable, refColumns: ['_id'], inferred: true as const }]
    })
}

const candidatesOf = (collections: readonly FoundCollection[], names: ReferenceNames): readonly Candidate[] => {
  const targetOf = targetsOf(
    collections.map(({ table, columns }) => ({ name: table.name, columns })),
    names,
  )
  return collections.flatMap(({ table, columns }) =>
    columns.flatMap((column) => {
      const target = targetOf(column)
      const values = target === undefined ? [] : distinct(column.node.samples)
      return target === undefined || values.length === 0
        ? []
        : [{ table: table.name, path: column.name, target, values }]
    }),
  )
}

/** The collection that a path refers to by name, if the types match. */
const targetsOf = (
  tables: readonly Pick<Table, 'name' | 'columns'>[],
  names: ReferenceNames,
): ((column: Column) => string | undefined) => {
  const idTypes = new Map(tables.map(({ name, columns }) => [name, kindOf(idOf(columns)?.type)]))
  return ({ name, type }) => {
    const parts = name.split('.')
    const target = name === '_id' ? undefined : names.collection(parts.at(-1) ?? '', parts.at(-2) ?? '')
    return target !== undefined && type !== '' && kindOf(type) === idTypes.get(target) ? target : undefined
  }
}

const idOf = (columns: readonly Column[]) => columns.find(({ name }) => name === '_id')

/** All number types are one kind, because equal numbers match across them. */
const kindOf = (type = ''): string => (/^(?:int|long|double|decimal)(?: \||$)/.test(type) ? 'number' : type)

const distinct = (samples: readonly Sample[]): readonly Id[] => {
  const byBytes = new Map(samples.map((sample) => [`${sample.type} ${sample.bytes.toString('hex')}`, sample]))
  return [...byBytes.values()].map(idValue).filter((value) => value !== undefined)
}

const idValue = ({ type, bytes }: Sample): Id | undefined => {
  switch (type) {
    case TYPE.int:
      return new Int32(bytes.readInt32LE(0))
    case TYPE.long:
      return Long.fromBigInt(bytes.readBigInt64LE(0))
    case TYPE.double:
      return new Double(bytes.readDoubleLE(0))
    case TYPE.string:
      return bytes.toString('utf8', 4, bytes.length - 1)
    case TYPE.objectId:
      return new ObjectId(bytes)
    case TYPE.binData:
      return new Binary(bytes.subarray(5), bytes[4])
    default:
      return undefined
  }
}
