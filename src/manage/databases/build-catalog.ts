import { type Catalog, publishedCatalog } from '../../ask/rules/catalog.ts'
import { makeEffectivePolicy } from '../../guard/effective-policy.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { type SchemaChanges, schemaChanges, schemaShape } from '../../guard/schema-changes.ts'
import type { CatalogBudget } from '../../knowledge/catalog/catalog-source.ts'
import { makeCatalog } from '../../knowledge/catalog/make-catalog.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { Connections } from './connections.ts'
import { embedCatalog } from './embed-catalog.ts'
import { hideSampled } from './hide-sampled.ts'
import type { ConnectedAddress } from './open-database.ts'
import type { StoredShape } from './store/catalogs.ts'
import type { StoredDatabase } from './store/databases.ts'

interface Learning {
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Id of the indexing job. */
  readonly jobId?: string
  /** Called at most twenty times while columns are read; an error stops the indexing. */
  onProgress?(columnsRead: number, columns: number): Promise<void>
}

interface BuiltCatalog {
  /** The stored policy, with secret-looking columns hidden. */
  readonly policy: Policy
  readonly catalog: Catalog
  /** Changes since the previous catalog. */
  readonly changes: SchemaChanges
}

/** Dependencies of indexing. */
type LearningParts = Pick<Connections, 'embedder' | 'modelPrices' | 'samplingKey'> & { readonly store: LearningStore }

type LearningStore = Pick<
  Connections['store'],
  'catalogs' | 'databases' | 'modelUsage' | 'organizations' | 'patterns' | 'usageDays'
>

/** The newest verified queries, which determine the order of tables. */
const VERIFIED_MAX = 200

/**
 * Reads column contents and stores them as the catalog; the previous catalog stays until then. Secret-looking columns
 * are hidden and omitted (`hideSampled`). With an embedder, the catalog is stored before the new vectors are computed,
 * with the former ones.
 * @throws Problem `database_unreachable`; an AbortError if the signal aborts
 */
export const buildCatalog = async (
  { store, embedder, modelPrices = new Map(), samplingKey }: LearningParts,
  { engine, address }: Pick<ConnectedAddress, 'engine' | 'address'>,
  stored: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  { jobId, ...learning }: Learning,
): Promise<BuiltCatalog> => {
  const { schema, signal } = learning
  const folding = engine.dialect.folding(schema)
  const effective = await runInSlices(makeEffectivePolicy(stored.policy, schema, folding))
  const [former, verified] = await Promise.all([
    store.catalogs.find(stored, stored.id),
    store.patterns.list(stored, { page: 1, pageSize: VERIFIED_MAX }, stored.id),
  ])
  const verifiedQueries = verified.items.map(({ query }) => query)
  const source = { engine, address, samplingKey, former, verifiedQueries, ...learning }
  const { secrets, ...made } = await makeCatalog({ ...source, database: { ...stored, policy: effective } })
  const policy = await hideSampled(store, stored, { schema, folding, secrets })
  const database = { ...stored, policy: await runInSlices(makeEffectivePolicy(policy, schema, folding)) }
  // Respects sharing that was disabled in the meantime.
  const catalog = publishedCatalog(made, (await store.databases.find(database, database.id)) ?? database)
  const kept = await currentShape(store, database, learning.schema, jobId)
  const before = former?.vectors === undefined ? catalog : { ...catalog, vectors: former.vectors }
  await store.catalogs.put(database, database.id, before, kept)
  const { changes } = kept
  if (embedder === undefined) return { policy, catalog, changes }
  const parts = { embedder, modelPrices, store }
  const embedded = await embedCatalog(parts, { database, engine, schema, signal }, catalog, former)
  await store.catalogs.put(database, database.id, embedded, kept)
  return { policy, catalog: embedded, changes }
}

/** The schema and its changes; a retried job keeps the changes of its first attempt. */
const currentShape = async (
  store: Pick<LearningStore, 'catalogs'>,
  database: Pick<StoredDatabase, 'id' | 'organizationId'>,
  schema: Schema,
  jobId: string | undefined,
): Promise<StoredShape> => {
  const shape = await runInSlices(schemaShape(schema))
  const former = await store.catalogs.findShape(database, database.id)
  const isRetry = jobId !== undefined && former?.jobId === jobId
  const changes = isRetry ? former.changes : await runInSlices(schemaChanges(former?.shape ?? shape, shape))
  return { shape, changes, ...(jobId === undefined ? {} : { jobId }) }
}

/** Budget while a request waits: small databases are read completely, the rest of wide ones by an indexing job. */
const connectBudget = ({ tables }: Schema): CatalogBudget => ({
  statements: 400,
  milliseconds: tables.reduce((sum, { columns }) => sum + columns.length, 0) > WIDE_COLUMNS ? 1_200 : 5_000,
})
const WIDE_COLUMNS = 2_000
/** Extra time for a statement that does not react to its cancellation. */
const CANCELLING_MS = 5_000

interface FirstIndexing {
  /** The stored policy. */
  readonly policy: Policy
  /** Whether every column was read. */
  readonly isComplete: boolean
}

/** Indexes within a budget. A database that is too slow is added anyway. */
export const indexWithinBudget = async (
  connections: Parameters<typeof buildCatalog>[0],
  connected: Pick<ConnectedAddress, 'engine' | 'address'>,
  database: Omit<StoredDatabase, 'createdAt' | 'revision'>,
  schema: Schema,
  budget = connectBudget(schema),
): Promise<FirstIndexing> => {
  const signal = AbortSignal.timeout(budget.milliseconds + CANCELLING_MS)
  try {
    const { policy, catalog } = await buildCatalog(connections, connected, database, { schema, signal, budget })
    return { policy, isComplete: catalog.spent.columnsLeftOut === 0 }
  } catch (error) {
    if (signal.aborted || error instanceof Problem) return { policy: database.policy, isComplete: false }
    throw error
  }
}
