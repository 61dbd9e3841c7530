import type { Catalog } from '../domain/ask/catalog.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { type SchemaChanges, schemaChanges, schemaShape } from '../domain/guard/schema-changes.ts'
import { Problem } from '../domain/problem.ts'
import { inSlices } from '../domain/sliced.ts'
import { type CatalogBudget, makeCatalog } from '../knowledge/catalog/make-catalog.ts'
import type { StoredDatabase } from '../store/databases.ts'
import type { Connections } from './connections.ts'
import type { ConnectedAddress } from './open-database.ts'

interface Learning {
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Of the job that learns. */
  readonly jobId?: string
}

export interface Learned {
  readonly catalog: Catalog
  /** Since the catalog that was there before. */
  readonly changes: SchemaChanges
}

/**
 * Reads what the columns of a database hold, and stores it for planners; the catalog that was there stays in force until
 * then.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const learnDatabase = async (
  { store }: { readonly store: Pick<Connections['store'], 'catalogShape' | 'putCatalog'> },
  { engine, address }: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  { jobId, ...learning }: Learning,
): Promise<Learned> => {
  const catalog = await makeCatalog({ database, engine, address, ...learning })
  const shape = await inSlices(schemaShape(learning.schema))
  const former = await store.catalogShape(database, database.id)
  const isDoneAgain = jobId !== undefined && former?.jobId === jobId
  const changes = isDoneAgain ? former.changes : await inSlices(schemaChanges(former?.shape ?? shape, shape))
  const kept = { shape, changes, ...(jobId === undefined ? {} : { jobId }) }
  await store.putCatalog(database, database.id, catalog, kept)
  return { catalog, changes }
}

/** So long whoever adds a database waits for what its columns hold; indexing learns the rest. */
const FIRST: CatalogBudget = { statements: 400, milliseconds: 5_000 }
const FIRST_MS = 10_000

/** Learns what it can in a few seconds. A database that cannot be read so fast is added all the same. */
export const firstLearning = async (
  connections: Parameters<typeof learnDatabase>[0],
  connected: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  schema: Schema,
): Promise<void> => {
  const signal = AbortSignal.timeout(FIRST_MS)
  await learnDatabase(connections, connected, database, { schema, signal, budget: FIRST }).catch((error: unknown) => {
    if (!signal.aborted && !(error instanceof Problem)) throw error
  })
}
