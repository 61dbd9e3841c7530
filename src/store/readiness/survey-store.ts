import type { Connection } from 'mongoose'
import { declareCollections } from '../collections.ts'
import { connectionClock } from '../connection-clock.ts'
import { openStore } from '../open-store.ts'
import { refusalOf, weaknessOf } from '../store-trouble.ts'
import { MIGRATIONS } from './migrations.ts'
import { duplicates, type MissingIndex, missingIndex } from './missing-index.ts'
import { isSame, standingIndexes } from './standing-indexes.ts'
import { versionRecord } from './store-version.ts'
import { type WantedIndex, wantedIndexes } from './wanted-indexes.ts'

/** How ready a store is. */
export interface StoreSurvey {
  /** Of the store, and the one that this program knows. */
  readonly version: number
  readonly known: number
  readonly standing: number
  readonly missing: readonly MissingIndex[]
}

const NOT_MADE = 'it has not been created yet; API and worker do when they start, and `tabletalk prepare` does'

/** Duplicates are looked for no longer than this. */
const LOOKED_FOR_MS = 3_000

/**
 * Looks how ready a store is, and changes nothing.
 *
 * @throws StoreAddressInvalid, StoreTooNew, StoreUnusable
 */
export const surveyStore = async (uri: string, timeoutMs: number): Promise<StoreSurvey> => {
  const connection = await openStore(uri, { timeoutMs })
  try {
    declareCollections(connection, connectionClock(connection))
    const missing: MissingIndex[] = []
    let standing = 0
    for (const { collection, indexes } of wantedIndexes(connection)) {
      const found = await standingIndexes(connection, collection)
      for (const index of indexes) {
        if (found?.some((one) => isSame(one, index)) === true) standing += 1
        else missing.push(missingIndex(collection, index, await reasonOf(connection, collection, index)))
      }
    }
    const { version } = await versionRecord(connection).look()
    return { version, known: MIGRATIONS.length, standing, missing }
  } finally {
    await connection.destroy()
  }
}

const reasonOf = async (connection: Connection, collection: string, index: WantedIndex): Promise<string> => {
  if (index.unique !== true) return NOT_MADE
  const fields = Object.keys(index.key)
  const id = Object.fromEntries(fields.map((field, at) => [`f${at}`, `$${field}`]))
  // A sparse index holds no document that lacks its fields.
  const held = index.sparse === true ? { [fields[0] ?? '_id']: { $exists: true } } : {}
  const twice = [
    { $match: held },
    { $group: { _id: id, count: { $sum: 1 } } },
    { $match: { count: { $gt: 1 } } },
    { $limit: 1 },
  ]
  try {
    const found = await connection.collection(collection).aggregate(twice, { maxTimeMS: LOOKED_FOR_MS }).toArray()
    return found.length > 0 ? duplicates(index) : NOT_MADE
  } catch (error) {
    // Who is not told in time whether there are any knows what is missing all the same.
    if (refusalOf(error) === undefined && weaknessOf(error) === undefined) throw error
    return NOT_MADE
  }
}
