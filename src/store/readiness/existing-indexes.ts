import type { Connection } from 'mongoose'
import { z } from 'zod'
import { serverErrorText } from '../server-error-text.ts'
import type { DeclaredIndex } from './declared-indexes.ts'

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const Listed = z.object({
  key: z.record(z.string(), z.unknown()),
  unique: z.boolean().optional(),
})
type Listed = z.infer<typeof Listed>

/** The existing indexes of a collection; undefined if the user may not list them. @throws network errors */
export const existingIndexes = async (
  { db }: Connection,
  collection: string,
): Promise<readonly Listed[] | undefined> => {
  try {
    const listed = (await db?.collection(collection).listIndexes().toArray()) ?? []
    return listed.flatMap((one) => Listed.safeParse(one).data ?? [])
  } catch (error) {
    // NamespaceNotFound: the collection does not exist yet.
    if (codeOf(error) === 26) return []
    if (serverErrorText(error) === undefined) throw error
    return undefined
  }
}

export const isSameIndex = (one: Listed, { key, unique = false }: DeclaredIndex): boolean =>
  JSON.stringify(Object.entries(one.key).map(([field, direction]) => [field, Number(direction)])) ===
    JSON.stringify(Object.entries(key)) &&
  (one.unique === true || !unique)
