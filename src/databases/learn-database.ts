import type { Catalog } from '../domain/ask/catalog.ts'
import { makeEffectivePolicy } from '../domain/guard/effective-policy.ts'
import type { Policy } from '../domain/guard/policy.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { type SchemaChanges, schemaChanges, schemaShape } from '../domain/guard/schema-changes.ts'
import { Problem } from '../domain/problem.ts'
import { inSlices } from '../domain/sliced.ts'
import { type CatalogBudget, makeCatalog } from '../knowledge/catalog/make-catalog.ts'
import type { KeptShape } from '../store/catalogs.ts'
import type { StoredDatabase } from '../store/databases.ts'
import type { Connections } from './connections.ts'
import { embedCatalog } from './embed-catalog.ts'
import { hideSampled } from './hide-sampled.ts'
import type { ConnectedAddress } from './open-database.ts'

interface Learning {
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Of the job that learns. */
  readonly jobId?: string
}

export interface Learned {
  /** As it is stored afterwards: columns whose values look secret are hidden. */
  readonly policy: Policy
  readonly catalog: Catalog
  /** Since the catalog that was there before. */
  readonly changes: SchemaChanges
}

/** What learning needs of `Connections`. */
type LearningParts = Pick<Connections, 'embedder' | 'modelPrices'> & { readonly store: LearningStore }

type LearningStore = Pick<
  Connections['store'],
  | 'catalog'
  | 'catalogShape'
  | 'changeDatabase'
  | 'countSpending'
  | 'countUsage'
  | 'database'
  | 'modelSpending'
  | 'organization'
  | 'putCatalog'
>

/**
 * Reads what the columns of a database hold, and stores it for planners; the catalog that was there stays in force until
 * then. Columns whose values look secret are hidden, and not in it (`hideSampled`). With an embedder its tables get vectors: what is known without them is stored first, with those that are known.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const learnDatabase = async (
  { store, embedder, modelPrices = new Map() }: LearningParts,
  { engine, address }: Pick<ConnectedAddress, 'engine' | 'address'>,
  stored: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  { jobId, ...learning }: Learning,
): Promise<Learned> => {
  const { schema, signal } = learning
  const folding = engine.dialect.folding(schema)
  const effective = await inSlices(makeEffectivePolicy(stored.policy, schema, folding))
  const { secrets, ...catalog } = await makeCatalog({
    database: { ...stored, policy: effective },
    engine,
    address,
    ...learning,
  })
  const policy = await hideSampled(store, stored, { schema, folding, secrets })
  const database = { ...stored, policy: await inSlices(makeEffectivePolicy(policy, schema, folding)) }
  const former = embedder && (await store.catalog(database, database.id))
  const kept = await keptShape(store, database, learning.schema, jobId)
  const before = former?.vectors === undefined ? catalog : { ...catalog, vectors: former.vectors }
  await store.putCatalog(database, database.id, before, kept)
  const { changes } = kept
  if (embedder === undefined) return { policy, catalog, changes }
  const parts = { embedder, modelPrices, store }
  const embedded = await embedCatalog(parts, { database, engine, schema, signal }, catalog, former)
  await store.putCatalog(database, database.id, embedded, kept)
  return { policy, catalog: embedded, changes }
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

/**
 * Learns what it can in a few seconds. A database that cannot be read so fast is added all the same.
 *
 * @returns its policy as it is stored afterwards
 */
export const firstLearning = async (
  connections: Parameters<typeof learnDatabase>[0],
  connected: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  schema: Schema,
): Promise<Policy> => {
  const signal = AbortSignal.timeout(FIRST_MS)
  try {
    const { policy } = await learnDatabase(connections, connected, database, { schema, signal, budget: FIRST })
    return policy
  } catch (error) {
    if (signal.aborted || error instanceof Problem) return database.policy
    throw error
  }
}
