import type { Db } from 'mongodb'
import { z } from 'zod'
import {
  assertColumnCount,
  assertTableCount,
  type IncludePatterns,
  includedTables,
} from '../../../guard/included-tables.ts'
import type { Table } from '../../../guard/schema.ts'
import { runInSlices } from '../../../platform/values/sliced.ts'
import { missingPrivilege } from '../connect/connect-problem.ts'
import { serverCode } from '../run/explain-error.ts'
import { describeCollection, type FoundCollection, type ListedCollection } from './describe-collection.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { ReferenceNames } from './reference-names.ts'
import { inferredKeys } from './references.ts'

interface DescribeLimits {
  readonly include: IncludePatterns
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

/** With more collections, several are read concurrently to finish in time. */
const ONE_BY_ONE_MAX = 200
const AT_ONCE = 4
/** Each takes several commands on every description. */
const COLLECTIONS_MAX = 5_000
/** Random documents per collection; fewer if there are many collections. */
const RANDOM_MAX = 200
const RANDOM_ALL_MAX = 20_000

const Listed = z.object({
  name: z.string(),
  type: z.string().optional(),
  options: z.object({ validator: z.unknown().optional() }).optional(),
})

/**
 * Describes collections and views by sampled documents, with keys inferred from names and values. Requests are
 * sequential unless there are many collections, each with limits on time and documents.
 *
 * @throws server and network errors; MalformedDocument; Problem `database_too_large`
 */
export const describeDatabase = async (database: Db, limits: DescribeLimits): Promise<readonly Table[]> => {
  const listed = await listCollections(database, limits)
  const names = new ReferenceNames(listed.map(({ name }) => name))
  const randomMax = Math.max(20, Math.min(RANDOM_MAX, Math.floor(RANDOM_ALL_MAX / Math.max(1, listed.length))))
  const atOnce = listed.length > ONE_BY_ONE_MAX ? AT_ONCE : 1
  const described = await mapConcurrently(listed, atOnce, (one) =>
    describeCollection(database, one, names, { ...limits, randomMax }),
  )
  const found = described.filter((one) => one !== undefined)
  assertColumnCount(found.reduce((sum, { columns }) => sum + columns.length, 0))
  const keys = await inferredKeys(database, found, names, { ...limits, atOnce })
  return found.map(({ table, columns }) => ({
    ...table,
    columns: columns.map(plainColumn),
    foreignKeys: keys.get(table.name) ?? [],
  }))
}

const plainColumn = ({ node: _, lacking: __, ...column }: FoundCollection['columns'][number]) => column

/** The readable collections, without `system.*`. */
const listCollections = async (
  database: Db,
  { leftMs, signal, include }: DescribeLimits,
): Promise<readonly ListedCollection[]> => {
  const maxTimeMS = Math.max(1, Math.ceil(leftMs()))
  const listed = await listWithRights(database, { signal, maxTimeMS })
  const found = listed
    .flatMap((one): readonly ListedCollection[] => {
      const { success, data } = Listed.safeParse(one)
      if (!success || data.name.startsWith('system.')) return []
      const kind = data.type === 'view' ? 'view' : 'collection'
      return [{ name: data.name, kind, validator: data.options?.validator }]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const chosen = await runInSlices(includedTables(found, ({ name }) => name, include))
  assertTableCount(chosen.length, COLLECTIONS_MAX)
  return chosen
}

const UNAUTHORIZED = 13

/**
 * Lists collections with options; for a user who may read only some, their names and kinds, because details need more
 * rights.
 *
 * @throws Problem `database_login_failed` if the user may read none
 */
const listWithRights = async (
  database: Db,
  options: { readonly signal: AbortSignal; readonly maxTimeMS: number },
): Promise<readonly unknown[]> => {
  const list = (nameOnly: boolean) =>
    database.listCollections({}, { ...options, authorizedCollections: true, nameOnly }).toArray()
  try {
    return await list(false)
  } catch (error) {
    if (serverCode(error) !== UNAUTHORIZED) throw error
    const named = await list(true)
    if (named.length === 0) throw missingPrivilege(new Error('no collection may be read'))
    return named
  }
}
