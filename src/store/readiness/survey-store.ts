import type { Connection } from 'mongoose'
import { declareCollections } from '../collections.ts'
import { connectionClock } from '../connection-clock.ts'
import { openStore } from '../open-store.ts'
import { serverErrorText, temporaryErrorText } from '../server-error-text.ts'
import { type DeclaredIndex, schemaIndexes } from './declared-indexes.ts'
import { existingIndexes, isSameIndex } from './existing-indexes.ts'
import { MIGRATIONS } from './migrations.ts'
import { duplicates, type MissingIndex, missingIndex } from './missing-index.ts'
import { versionRecord } from './store-version.ts'

interface StoreSurvey {
  /** Version of the store, and the latest version that this program knows. */
  readonly version: number
  readonly known: number
  readonly standing: number
  readonly missing: readonly MissingIndex[]
}

const NOT_CREATED = 'it has not been created yet; API and worker do when they start, and `tabletalk prepare` does'

/** Time limit of the search for duplicates. */
const DUPLICATE_SEARCH_MS = 3_000

/**
 * Reads the state of a store without changing it.
 *
 * @throws StoreAddressInvalid, StoreTooNew, StoreUnusable
 */
export const surveyStore = async (uri: string, timeoutMs: number): Promise<StoreSurvey> => {
  const connection = await openStore(uri, { timeoutMs })
  try {
    declareCollections(connection, connectionClock(connection))
    const missing: MissingIndex[] = []
    let standing = 0
    for (const { collection, indexes } of schemaIndexes(connection)) {
      const found = await existingIndexes(connection, collection)
      for (const index of indexes) {
        if (found?.some((one) => isSameIndex(one, index)) === true) standing += 1
        else missing.push(missingIndex(collection, index, await reasonOf(connection, collection, index)))
      }
    }
    const { version } = await versionRecord(connection).read()
    return { version, known: MIGRATIONS.length, standing, missing }
  } finally {
    await connection.destroy()
  }
}

const reasonOf = async (connection: Connection, collection: string, index: DeclaredIndex): Promise<string> => {
  if (index.unique !== true) return NOT_CREATED
  const fields = Object.keys(index.key)
  const id = Object.fromEntries(fields.map((field, at) => [`f${at}`, `$${field}`]))
  // A sparse index does not contain documents without its fields.
  const indexed = index.sparse === true ? { [fields[0] ?? '_id']: { $exists: true } } : {}
  const duplicatesPipeline = [
    { $match: indexed },
    { $group: { _id: id, count: { $sum: 1 } } },
    { $match: { count: { $gt: 1 } } },
    { $limit: 1 },
  ]
  try {
    const found = await connection
      .collection(collection)
      .aggregate(duplicatesPipeline, { maxTimeMS: DUPLICATE_SEARCH_MS })
      .toArray()
    return found.length > 0 ? duplicates(index) : NOT_CREATED
  } catch (error) {
    // If the search fails, the index is missing nevertheless.
    if (serverErrorText(error) === undefined && temporaryErrorText(error) === undefined) throw error
    return NOT_CREATED
  }
}
