import type { Connection } from 'mongoose'
import { z } from 'zod'
import { refusalOf } from '../store-trouble.ts'
import type { WantedIndex } from './wanted-indexes.ts'

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const Listed = z.object({
  key: z.record(z.string(), z.unknown()),
  unique: z.boolean().optional(),
})
type Listed = z.infer<typeof Listed>

/** What the store says that it has of a collection; undefined where this user may not know. @throws what the network says */
export const standingIndexes = async (
  { db }: Connection,
  collection: string,
): Promise<readonly Listed[] | undefined> => {
  try {
    const listed = (await db?.collection(collection).listIndexes().toArray()) ?? []
    return listed.flatMap((one) => Listed.safeParse(one).data ?? [])
  } catch (error) {
    // There is no such collection yet.
    if (codeOf(error) === 26) return []
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}

export const isSame = (one: Listed, { key, unique = false }: WantedIndex): boolean =>
  JSON.stringify(Object.entries(one.key).map(([field, direction]) => [field, Number(direction)])) ===
    JSON.stringify(Object.entries(key)) &&
  (one.unique === true || !unique)
