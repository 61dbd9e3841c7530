import type { Db } from 'mongodb'
import { z } from 'zod'
import { bearColumns, bearTables, chosenTables, type Include } from '../../../guard/chosen-tables.ts'
import type { Table } from '../../../guard/schema.ts'
import { inSlices } from '../../../platform/values/sliced.ts'
import { noRight } from '../connect/connect-problem.ts'
import { serverCode } from '../run/explain-error.ts'
import { concurrently } from './concurrently.ts'
import { describeCollection, type FoundCollection, type ListedCollection } from './describe-collection.ts'
import { ReferenceNames } from './reference-names.ts'
import { inferredKeys } from './references.ts'

export interface DescribeLimits {
  readonly include: Include
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

/** Of more collections than this, some are read at a time: one after the other would take longer than anybody waits. */
const ONE_BY_ONE_MAX = 200
const AT_ONCE = 4
/** Each takes some commands, and is read whenever the database is described. */
const COLLECTIONS_MAX = 5_000
/** Documents that are drawn at random of each collection: fewer, where there are many collections. */
const RANDOM_MAX = 200
const RANDOM_ALL_MAX = 20_000

const Listed = z.object({
  name: z.string(),
  type: z.string().optional(),
  options: z.object({ validator: z.unknown().optional() }).optional(),
})

/**
 * Describes collections and views by samples of their documents, with the keys that names and values show. The server is
 * asked one thing at a time where there are not very many, each within a time and for a bounded number of documents.
 *
 * @throws what the server and the network say; BadDocument; Problem `database_too_large`
 */
export const describeDatabase = async (database: Db, limits: DescribeLimits): Promise<readonly Table[]> => {
  const listed = await listCollections(database, limits)
  const names = new ReferenceNames(listed.map(({ name }) => name))
  const randomMax = Math.max(20, Math.min(RANDOM_MAX, Math.floor(RANDOM_ALL_MAX / Math.max(1, listed.length))))
  const atOnce = listed.length > ONE_BY_ONE_MAX ? AT_ONCE : 1
  const described = await concurrently(listed, atOnce, (one) =>
    describeCollection(database, one, names, { ...limits, randomMax }),
  )
  const found = described.filter((one) => one !== undefined)
  bearColumns(found.reduce((sum, { columns }) => sum + columns.length, 0))
  const keys = await inferredKeys(database, found, names, { ...limits, atOnce })
  return found.map(({ table, columns }) => ({
    ...table,
    columns: columns.map(plainColumn),
    foreignKeys: keys.get(table.name) ?? [],
  }))
}

const plainColumn = ({ node: _, lacking: __, ...column }: FoundCollection['columns'][number]) => column

/** Those that the user may read; the server's own begin with `system.`. */
const listCollections = async (
  database: Db,
  { leftMs, signal, include }: DescribeLimits,
): Promise<readonly ListedCollection[]> => {
  const maxTimeMS = Math.max(1, Math.ceil(leftMs()))
  const listed = await listedFor(database, { signal, maxTimeMS })
  const found = listed
    .flatMap((one): readonly ListedCollection[] => {
      const { success, data } = Listed.safeParse(one)
      if (!success || data.name.startsWith('system.')) return []
      const kind = data.type === 'view' ? 'view' : 'collection'
      return [{ name: data.name, kind, validator: data.options?.validator }]
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const chosen = await inSlices(chosenTables(found, ({ name }) => name, include))
  bearTables(chosen.length, COLLECTIONS_MAX)
  return chosen
}

const UNAUTHORIZED = 13

/**
 * With what is known of each, or, for a user who may read some collections only, the names and kinds of those: nobody else
 * may ask for more.
 *
 * @throws Problem `database_login_failed` where the user may read none
 */
const listedFor = async (
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
    if (named.length === 0) throw noRight(new Error('no collection may be read'))
    return named
  }
}
