import { type Catalog, publishedCatalog } from '../domain/ask/catalog.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { type SchemaChanges, schemaChanges, schemaShape } from '../domain/guard/schema-changes.ts'
import { Problem } from '../domain/problem.ts'
import { inSlices } from '../domain/sliced.ts'
import type { CatalogBudget } from '../knowledge/catalog/catalog-source.ts'
import { makeCatalog } from '../knowledge/catalog/make-catalog.ts'
import type { KeptShape } from '../store/catalogs.ts'
import type { StoredDatabase } from '../store/databases.ts'
import type { Connections } from './connections.ts'
import { embedCatalog } from './embed-catalog.ts'
import type { ConnectedAddress } from './open-database.ts'

interface Learning {
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Of the job that learns. */
  readonly jobId?: string
  /** Told of columns that were read, at most twenty times; what it throws ends the whole. */
  onProgress?(columnsRead: number, columns: number): Promise<void>
}

export interface Learned {
  readonly catalog: Catalog
  /** Since the catalog that was there before. */
  readonly changes: SchemaChanges
}

/** What learning needs of `Connections`. */
type LearningParts = Pick<Connections, 'embedder' | 'modelPrices' | 'samplingKey'> & { readonly store: LearningStore }

type LearningStore = Pick<
  Connections['store'],
  | 'database'
  | 'catalog'
  | 'catalogShape'
  | 'putCatalog'
  | 'listPatterns'
  | 'organization'
  | 'modelSpending'
  | 'countSpending'
  | 'countUsage'
>

/** Verified queries by which tables are put in order: the newest ones. */
const VERIFIED_MAX = 200

/**
 * Reads what the columns of a database hold, and stores it for planners; the catalog that was there stays in force until
 * then. With an embedder its tables get vectors: what is known without them is stored first, with those that are known.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const learnDatabase = async (
  { store, embedder, modelPrices = new Map(), samplingKey }: LearningParts,
  { engine, address }: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  { jobId, ...learning }: Learning,
): Promise<Learned> => {
  const [former, verified] = await Promise.all([
    store.catalog(database, database.id),
    store.listPatterns(database, { page: 1, pageSize: VERIFIED_MAX }, database.id),
  ])
  const verifiedQueries = verified.items.map(({ query }) => query)
  const source = { database, engine, address, samplingKey, former, verifiedQueries }
  const made = await makeCatalog({ ...source, ...learning })
  // What was switched off meanwhile is not kept.
  const settings = (await store.database(database, database.id)) ?? database
  const catalog = publishedCatalog(made, settings)
  const kept = await keptShape(store, database, learning.schema, jobId)
  const before = former?.vectors === undefined ? catalog : { ...catalog, vectors: former.vectors }
  await store.putCatalog(database, database.id, before, kept)
  const { changes } = kept
  if (embedder === undefined) return { catalog, changes }
  const { schema, signal } = learning
  const parts = { embedder, modelPrices, store }
  const embedded = await embedCatalog(parts, { database, engine, schema, signal }, catalog, former)
  await store.putCatalog(database, database.id, embedded, kept)
  return { catalog: embedded, changes }
}

/** The schema with what has changed in it; a job that is done again has changed nothing since it was done first. */
const keptShape = async (
  store: Pick<LearningStore, 'catalogShape'>,
  database: Pick<StoredDatabase, 'id' | 'organizationId'>,
  schema: Schema,
  jobId: string | undefined,
): Promise<KeptShape> => {
  const shape = await inSlices(schemaShape(schema))
  const former = await store.catalogShape(database, database.id)
  const isDoneAgain = jobId !== undefined && former?.jobId === jobId
  const changes = isDoneAgain ? former.changes : await inSlices(schemaChanges(former?.shape ?? shape, shape))
  return { shape, changes, ...(jobId === undefined ? {} : { jobId }) }
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
