import { type Catalog, publishedCatalog } from '../../ask/rules/catalog.ts'
import { makeEffectivePolicy } from '../../guard/effective-policy.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { type SchemaChanges, schemaChanges, schemaShape } from '../../guard/schema-changes.ts'
import type { CatalogBudget } from '../../knowledge/catalog/catalog-source.ts'
import { makeCatalog } from '../../knowledge/catalog/make-catalog.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import type { Connections } from './connections.ts'
import { embedCatalog } from './embed-catalog.ts'
import { hideSampled } from './hide-sampled.ts'
import type { ConnectedAddress } from './open-database.ts'
import type { KeptShape } from './store/catalogs.ts'
import type { StoredDatabase } from './store/databases.ts'

interface Learning {
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Of the job that learns. */
  readonly jobId?: string
  /** Called for columns that were read, at most twenty times; an error ends the job. */
  onProgress?(columnsRead: number, columns: number): Promise<void>
}

export interface Learned {
  /** As it is stored afterwards: columns whose values look secret are hidden. */
  readonly policy: Policy
  readonly catalog: Catalog
  /** Since the catalog that was there before. */
  readonly changes: SchemaChanges
}

/** What learning needs of `Connections`. */
type LearningParts = Pick<Connections, 'embedder' | 'modelPrices' | 'samplingKey'> & { readonly store: LearningStore }

type LearningStore = Pick<
  Connections['store'],
  'catalogs' | 'databases' | 'modelUsage' | 'organizations' | 'patterns' | 'usageDays'
>

/** Verified queries by which tables are put in order: the newest ones. */
const VERIFIED_MAX = 200

/**
 * Reads what the columns of a database hold, and stores it for planners; the catalog that was there stays in force until
 * then. Columns whose values look secret are hidden, and not in it (`hideSampled`). With an embedder its tables get vectors:
 * what is known without them is stored first, with those that are known.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const learnDatabase = async (
  { store, embedder, modelPrices = new Map(), samplingKey }: LearningParts,
  { engine, address }: Pick<ConnectedAddress, 'engine' | 'address'>,
  stored: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  { jobId, ...learning }: Learning,
): Promise<Learned> => {
  const { schema, signal } = learning
  const folding = engine.dialect.folding(schema)
  const effective = await inSlices(makeEffectivePolicy(stored.policy, schema, folding))
  const [former, verified] = await Promise.all([
    store.catalogs.find(stored, stored.id),
    store.patterns.list(stored, { page: 1, pageSize: VERIFIED_MAX }, stored.id),
  ])
  const verifiedQueries = verified.items.map(({ query }) => query)
  const source = { engine, address, samplingKey, former, verifiedQueries, ...learning }
  const { secrets, ...made } = await makeCatalog({ ...source, database: { ...stored, policy: effective } })
  const policy = await hideSampled(store, stored, { schema, folding, secrets })
  const database = { ...stored, policy: await inSlices(makeEffectivePolicy(policy, schema, folding)) }
  // What was switched off meanwhile is not kept.
  const catalog = publishedCatalog(made, (await store.databases.find(database, database.id)) ?? database)
  const kept = await keptShape(store, database, learning.schema, jobId)
  const before = former?.vectors === undefined ? catalog : { ...catalog, vectors: former.vectors }
  await store.catalogs.put(database, database.id, before, kept)
  const { changes } = kept
  if (embedder === undefined) return { policy, catalog, changes }
  const parts = { embedder, modelPrices, store }
  const embedded = await embedCatalog(parts, { database, engine, schema, signal }, catalog, former)
  await store.catalogs.put(database, database.id, embedded, kept)
  return { policy, catalog: embedded, changes }
}

/** The schema with what has changed in it; a job that is done again has changed nothing since it was done first. */
const keptShape = async (
  store: Pick<LearningStore, 'catalogs'>,
  database: Pick<StoredDatabase, 'id' | 'organizationId'>,
  schema: Schema,
  jobId: string | undefined,
): Promise<KeptShape> => {
  const shape = await inSlices(schemaShape(schema))
  const former = await store.catalogs.findShape(database, database.id)
  const isDoneAgain = jobId !== undefined && former?.jobId === jobId
  const changes = isDoneAgain ? former.changes : await inSlices(schemaChanges(former?.shape ?? shape, shape))
  return { shape, changes, ...(jobId === undefined ? {} : { jobId }) }
}

/** What a request that connects a database waits for: a small one is learnt whole, of a wide one an index job learns the rest. */
export const whileConnecting = ({ tables }: Schema): CatalogBudget => ({
  statements: 400,
  milliseconds: tables.reduce((sum, { columns }) => sum + columns.length, 0) > WIDE_COLUMNS ? 1_200 : 5_000,
})
const WIDE_COLUMNS = 2_000
/** A statement that does not end when it is cancelled is waited for no longer than this, after the budget. */
const CANCELLING_MS = 5_000

export interface FirstLearnt {
  /** As it is stored afterwards. */
  readonly policy: Policy
  /** Whether every column was read. */
  readonly isComplete: boolean
}

/** Learns what it can within a budget. A database that cannot be read so fast is added all the same. */
export const firstLearning = async (
  connections: Parameters<typeof learnDatabase>[0],
  connected: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  schema: Schema,
  budget = whileConnecting(schema),
): Promise<FirstLearnt> => {
  const signal = AbortSignal.timeout(budget.milliseconds + CANCELLING_MS)
  try {
    const { policy, catalog } = await learnDatabase(connections, connected, database, { schema, signal, budget })
    return { policy, isComplete: catalog.spent.columnsLeftOut === 0 }
  } catch (error) {
    if (signal.aborted || error instanceof Problem) return { policy: database.policy, isComplete: false }
    throw error
  }
}
