import type { Connection } from 'mongoose'
import { isDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import { serverErrorText } from '../server-error-text.ts'
import { type DeclaredIndex, type DeclaredIndexes, schemaIndexes } from './declared-indexes.ts'
import { existingIndexes, isSameIndex } from './existing-indexes.ts'
import { duplicates, type MissingIndex, missingIndex } from './missing-index.ts'

/** The result of creating indexes. */
export interface IndexCreation {
  /** Number of indexes that did not exist before. */
  readonly made: number
  readonly standing: number
  readonly missing: readonly MissingIndex[]
}

/** Maximum share of the connection pool for creating indexes: each occupies a connection until it is built. */
const SHARE = 1 / 5

/**
 * Creates all missing indexes; existing ones are not changed. The store responds when an index is built, which takes minutes for
 * millions of documents; it continues if the client disconnects, and concurrent requests wait for the same build. Several
 * processes may do this concurrently.
 *
 * @param onCollection called with the outcome of each collection
 * @returns the indexes that are still missing, with reasons
 * @throws if the store cannot be reached
 */
export const createMissingIndexes = async (
  connection: Connection,
  onCollection: (collection: string, missing: readonly MissingIndex[]) => void = () => undefined,
): Promise<IndexCreation> => {
  // Unique indexes first: writes wait for them.
  const waiting = schemaIndexes(connection).toSorted((one, other) => Number(isUnique(other)) - Number(isUnique(one)))
  const all: IndexCreation[] = []
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const made = await createForCollection(connection, one)
      onCollection(one.collection, made.missing)
      all.push(made)
    }
  }
  const { maxPoolSize } = connection.getClient().options
  await Promise.all(Array.from({ length: Math.max(1, Math.floor(maxPoolSize * SHARE)) }, next))
  return sumOf(all)
}

const isUnique = ({ indexes }: DeclaredIndexes): boolean => indexes.some(({ unique }) => unique === true)

const sumOf = (all: readonly IndexCreation[]): IndexCreation => ({
  made: all.reduce((sum, { made }) => sum + made, 0),
  standing: all.reduce((sum, { standing }) => sum + standing, 0),
  missing: all.flatMap(({ missing }) => missing),
})

/** Creates each unique index separately, and the others with one command, which creates all or none. */
const createForCollection = async (
  connection: Connection,
  { collection, indexes }: DeclaredIndexes,
): Promise<IndexCreation> => {
  const before = (await existingIndexes(connection, collection)) ?? []
  const isNew = (index: DeclaredIndex): boolean => !before.some((one) => isSameIndex(one, index))
  const others = indexes.filter(({ unique }) => unique !== true)
  const groups = [...indexes.filter(({ unique }) => unique === true).map((one) => [one]), others]
  const all: (MissingIndex | undefined)[] = []
  for (const group of groups) all.push(...(await createIndexes(connection, collection, group)))
  const missing = all.filter((one) => one !== undefined)
  const standing = indexes.length - missing.length
  const made = indexes.filter(isNew).length - missing.length
  return { made: Math.max(0, made), standing, missing }
}

/** @returns the indexes that could not be created, with reasons */
const createIndexes = async (
  connection: Connection,
  collection: string,
  indexes: readonly DeclaredIndex[],
): Promise<readonly (MissingIndex | undefined)[]> => {
  const [only, another] = indexes
  if (only === undefined) return []
  try {
    await connection.db?.command({ createIndexes: collection, indexes: [...indexes] })
    return []
  } catch (error) {
    if (serverErrorText(error) === undefined) throw error
    if (another === undefined) return [await missingUnlessExisting(connection, collection, only, error)]
    const each: (MissingIndex | undefined)[] = []
    for (const index of indexes) each.push(...(await createIndexes(connection, collection, [index])))
    return each
  }
}

/** Without the privilege to create indexes, an existing index is sufficient. */
const missingUnlessExisting = async (
  connection: Connection,
  collection: string,
  index: DeclaredIndex,
  error: unknown,
): Promise<MissingIndex | undefined> => {
  const found = isForbidden(error) ? await existingIndexes(connection, collection) : undefined
  if (found?.some((one) => isSameIndex(one, index)) === true) return undefined
  return missingIndex(collection, index, reasonOf(index, error))
}

const OTHER_OPTIONS: readonly unknown[] = [85, 86]

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const isForbidden = (error: unknown): boolean => codeOf(error) === 13

const reasonOf = (index: DeclaredIndex, error: unknown): string => {
  if (isDuplicateKey(error)) return duplicates(index)
  if (OTHER_OPTIONS.includes(codeOf(error)))
    return `another index has its name or its fields: drop that one (${index.name})`
  return serverErrorText(error) ?? 'the store does not answer'
}
