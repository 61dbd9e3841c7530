import type { Connection } from 'mongoose'
import { EVENT_COLLECTION, EVENT_EXPIRY } from '../../ask/rules/event-collection.ts'

/** An index as passed to `createIndexes`. */
export interface DeclaredIndex {
  readonly name: string
  /** Fields in order with their directions. */
  readonly key: Readonly<Record<string, number>>
  /** Required for correctness: without it, two documents could have the same name. */
  readonly unique?: boolean
  readonly sparse?: boolean
  readonly expireAfterSeconds?: number
}

/** The indexes of one collection. */
export interface DeclaredIndexes {
  readonly collection: string
  readonly indexes: readonly DeclaredIndex[]
}

const EVENTS: DeclaredIndexes = {
  collection: EVENT_COLLECTION,
  indexes: [{ name: `${EVENT_EXPIRY}_1`, key: { [EVENT_EXPIRY]: 1 }, expireAfterSeconds: 0 }],
}

/** All indexes declared by the schemas of the collections, except those of `_id`. */
export const schemaIndexes = ({ models }: Pick<Connection, 'models'>): readonly DeclaredIndexes[] => [
  ...Object.values(models).flatMap(({ collection, schema }) => {
    const indexes = schema.indexes().map(([fields, options]): DeclaredIndex => toIndex(fields, options))
    return indexes.length === 0 ? [] : [{ collection: collection.name, indexes }]
  }),
  EVENTS,
]

interface Options {
  readonly unique?: unknown
  readonly sparse?: unknown
  readonly expireAfterSeconds?: unknown
}

const toIndex = (fields: Readonly<Record<string, unknown>>, options: Options): DeclaredIndex => {
  const key = Object.fromEntries(Object.entries(fields).map(([field, direction]) => [field, Number(direction)]))
  return {
    name: Object.entries(key)
      .map(([field, direction]) => `${field}_${direction}`)
      .join('_'),
    key,
    ...(options.unique === true ? { unique: true } : {}),
    ...(options.sparse === true ? { sparse: true } : {}),
    ...(typeof options.expireAfterSeconds === 'number' ? { expireAfterSeconds: options.expireAfterSeconds } : {}),
  }
}

/** An index as text: `patterns (organizationId, databaseId, questionKey)`. */
export const indexText = (collection: string, { key }: Pick<DeclaredIndex, 'key'>): string =>
  `${collection} (${Object.keys(key).join(', ')})`
