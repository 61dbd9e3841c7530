import type { Connection } from 'mongoose'
import { refusalOf } from '../store-trouble.ts'
import { duplicates, type MissingIndex, missingIndex } from './missing-index.ts'
import { isSame, standingIndexes } from './standing-indexes.ts'
import { type WantedIndex, type WantedIndexes, wantedIndexes } from './wanted-indexes.ts'

/** What became of the indexes of a store. */
export interface MadeIndexes {
  /** How many were not there before. */
  readonly made: number
  readonly standing: number
  readonly missing: readonly MissingIndex[]
}

/** Connections that indexes may take, of all that a process has: each is held for as long as an index takes. */
const SHARE = 1 / 5

/**
 * Makes every index that the store is to have; those that are there stay as they are. The store answers when an index
 * stands, which takes minutes where there are millions of documents; it goes on with it also when nobody waits any more,
 * and whoever asks meanwhile waits for the same. Several processes may do this at once.
 *
 * @param told of each collection as soon as it is known
 * @returns what is missing afterwards, and why
 * @throws where the store cannot be reached
 */
export const makeIndexes = async (
  connection: Connection,
  told: (collection: string, missing: readonly MissingIndex[]) => void = () => undefined,
): Promise<MadeIndexes> => {
  // What a promise hangs on comes first.
  const waiting = wantedIndexes(connection).toSorted((one, other) => Number(isUnique(other)) - Number(isUnique(one)))
  const all: MadeIndexes[] = []
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const made = await makeOf(connection, one)
      told(one.collection, made.missing)
      all.push(made)
    }
  }
  const { maxPoolSize } = connection.getClient().options
  await Promise.all(Array.from({ length: Math.max(1, Math.floor(maxPoolSize * SHARE)) }, next))
  return sumOf(all)
}

const isUnique = ({ indexes }: WantedIndexes): boolean => indexes.some(({ unique }) => unique === true)

const sumOf = (all: readonly MadeIndexes[]): MadeIndexes => ({
  made: all.reduce((sum, { made }) => sum + made, 0),
  standing: all.reduce((sum, { standing }) => sum + standing, 0),
  missing: all.flatMap(({ missing }) => missing),
})

/** What a promise hangs on by itself, the rest with one command, which makes all or none. */
const makeOf = async (connection: Connection, { collection, indexes }: WantedIndexes): Promise<MadeIndexes> => {
  const before = (await standingIndexes(connection, collection)) ?? []
  const isNew = (index: WantedIndex): boolean => !before.some((one) => isSame(one, index))
  const others = indexes.filter(({ unique }) => unique !== true)
  const groups = [...indexes.filter(({ unique }) => unique === true).map((one) => [one]), others]
  const all: (MissingIndex | undefined)[] = []
  for (const group of groups) all.push(...(await makeTogether(connection, collection, group)))
  const missing = all.filter((one) => one !== undefined)
  const standing = indexes.length - missing.length
  const made = indexes.filter(isNew).length - missing.length
  return { made: Math.max(0, made), standing, missing }
}

/** @returns of each one that is missing, why */
const makeTogether = async (
  connection: Connection,
  collection: string,
  indexes: readonly WantedIndex[],
): Promise<readonly (MissingIndex | undefined)[]> => {
  const [only, another] = indexes
  if (only === undefined) return []
  try {
    await connection.db?.command({ createIndexes: collection, indexes: [...indexes] })
    return []
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    if (another === undefined) return [await asItIs(connection, collection, only, error)]
    const each: (MissingIndex | undefined)[] = []
    for (const index of indexes) each.push(...(await makeTogether(connection, collection, [index])))
    return each
  }
}

/** Who may not make an index finds one that somebody else has made. */
const asItIs = async (
  connection: Connection,
  collection: string,
  index: WantedIndex,
  error: unknown,
): Promise<MissingIndex | undefined> => {
  const found = isForbidden(error) ? await standingIndexes(connection, collection) : undefined
  if (found?.some((one) => isSame(one, index)) === true) return undefined
  return missingIndex(collection, index, becauseOf(index, error))
}

const DUPLICATE_KEY = 11_000
const OTHER_OPTIONS: readonly unknown[] = [85, 86]

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const isForbidden = (error: unknown): boolean => codeOf(error) === 13

const becauseOf = (index: WantedIndex, error: unknown): string => {
  const code = codeOf(error)
  if (code === DUPLICATE_KEY) return duplicates(index)
  if (OTHER_OPTIONS.includes(code)) return `another index has its name or its fields: drop that one (${index.name})`
  return refusalOf(error) ?? 'the store does not answer'
}
