import type { Catalog } from '../domain/ask/catalog.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { Problem } from '../domain/problem.ts'
import { type CatalogBudget, makeCatalog } from '../knowledge/catalog/make-catalog.ts'
import type { StoredDatabase } from '../store/databases.ts'
import type { Connections } from './connections.ts'
import { embedCatalog } from './embed-catalog.ts'
import type { ConnectedAddress } from './open-database.ts'

interface Learning {
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
}

/** What learning needs of `Connections`. */
type LearningParts = Pick<Connections, 'embedder' | 'modelPrices'> & { readonly store: LearningStore }

type LearningStore = Pick<
  Connections['store'],
  'catalog' | 'putCatalog' | 'organization' | 'modelSpending' | 'countSpending'
>

/**
 * Reads what the columns of a database hold, and stores it for planners; the catalog that was there stays in force until
 * then. With an embedder its tables get vectors: what is known without them is stored first, with those that are known.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const learnDatabase = async (
  { store, embedder, modelPrices = new Map() }: LearningParts,
  { engine, address }: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  learning: Learning,
): Promise<Catalog> => {
  const catalog = await makeCatalog({ database, engine, address, ...learning })
  const former = embedder && (await store.catalog(database, database.id))
  const kept = former?.vectors === undefined ? catalog : { ...catalog, vectors: former.vectors }
  await store.putCatalog(database, database.id, kept)
  if (embedder === undefined) return catalog
  const { schema, signal } = learning
  const parts = { embedder, modelPrices, store }
  const embedded = await embedCatalog(parts, { database, engine, schema, signal }, catalog, former)
  await store.putCatalog(database, database.id, embedded)
  return embedded
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
