import type { Connection } from 'mongoose'
import { EVENT_COLLECTION, EVENT_EXPIRY } from '../../ask/rules/event-collection.ts'

/** An index as the store is told of it. */
export interface WantedIndex {
  readonly name: string
  /** Fields in order, each with its direction. */
  readonly key: Readonly<Record<string, number>>
  /** A promise hangs on it: without it, two names could be one. */
  readonly unique?: boolean
  readonly sparse?: boolean
  readonly expireAfterSeconds?: number
}

/** The indexes of one collection. */
export interface WantedIndexes {
  readonly collection: string
  readonly indexes: readonly WantedIndex[]
}

const EVENTS: WantedIndexes = {
  collection: EVENT_COLLECTION,
  indexes: [{ name: `${EVENT_EXPIRY}_1`, key: { [EVENT_EXPIRY]: 1 }, expireAfterSeconds: 0 }],
}

/** Every index that the store is to have, but those of `_id`: as the schemas of its collections declare them. */
export const wantedIndexes = ({ models }: Pick<Connection, 'models'>): readonly WantedIndexes[] => [
  ...Object.values(models).flatMap(({ collection, schema }) => {
    const indexes = schema.indexes().map(([fields, options]): WantedIndex => wanted(fields, options))
    return indexes.length === 0 ? [] : [{ collection: collection.name, indexes }]
  }),
  EVENTS,
]

interface Options {
  readonly unique?: unknown
  readonly sparse?: unknown
  readonly expireAfterSeconds?: unknown
}

const wanted = (fields: Readonly<Record<string, unknown>>, options: Options): WantedIndex => {
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

/** An index as people read of it: `patterns (organizationId, databaseId, questionKey)`. */
export const indexText = (collection: string, { key }: Pick<WantedIndex, 'key'>): string =>
  `${collection} (${Object.keys(key).join(', ')})`
