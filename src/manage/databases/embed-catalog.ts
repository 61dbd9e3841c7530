import { randomUUID } from 'node:crypto'
import { tokensLeft } from '../../access/rules/tokens-left.ts'
import type { Catalog } from '../../ask/rules/catalog.ts'
import { dayOf } from '../../ask/rules/day.ts'
import type { Usage } from '../../ask/rules/draft.ts'
import type { Embedder } from '../../ask/rules/embedder.ts'
import { monthOf } from '../../ask/rules/month.ts'
import { spendingOf } from '../../ask/rules/spending.ts'
import type { Schema } from '../../guard/schema.ts'
import { embedTables } from '../../knowledge/meaning/embed-tables.ts'
import { publishedView } from '../../knowledge/published-view.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { StorePart } from '../../store/store.ts'
import type { Connections } from './connections.ts'
import type { ConnectedAddress } from './open-database.ts'
import type { StoredDatabase } from './store/databases.ts'

/** A database whose catalog is embedded. */
interface EmbeddingSource extends Pick<ConnectedAddress, 'engine'> {
  readonly database: Pick<
    StoredDatabase,
    'organizationId' | 'id' | 'name' | 'engine' | 'policy' | 'glossary' | 'requiresOrganizationScoping'
  >
  readonly schema: Schema
  readonly signal: AbortSignal
}

interface EmbeddingParts {
  readonly embedder: Embedder
  readonly modelPrices: NonNullable<Connections['modelPrices']>
  readonly store: StorePart<{ modelUsage: 'spending' | 'count'; organizations: 'find'; usageDays: 'count' }>
}

/**
 * Adds vectors of all tables that some caller may see to a catalog; vectors of unchanged texts are taken from the
 * former one. The cost counts in the organization's month, and embedding stops when its tokens are used up.
 * @throws the signal's reason if it aborts; failures of the provider are recorded in the catalog
 */
export const embedCatalog = async (
  { embedder, modelPrices, store }: EmbeddingParts,
  { database, engine, schema, signal }: EmbeddingSource,
  catalog: Catalog,
  former: Catalog | undefined,
): Promise<Catalog> => {
  const { tables } = await publishedView({ database, engine, schema }, catalog)
  const month = monthOf(catalog.madeAt)
  let left: number | undefined
  const refusal = async (tokens: number): Promise<Problem | undefined> => {
    left ??= await tokensLeft(await store.organizations.find(database), () =>
      store.modelUsage.spending(database, month),
    )
    left -= tokens
    return left < 0 ? new Problem('monthly_tokens_reached', { transient: false }) : undefined
  }
  const onSpent = async (usage: Usage): Promise<void> => {
    const spender = { turnId: `${database.id}.${randomUUID()}`, month }
    const spending = spendingOf(usage, modelPrices)
    const used = { id: spender.turnId, day: dayOf(catalog.madeAt), databaseId: database.id, counts: {}, spending }
    await Promise.all([store.modelUsage.count(database, spender, spending), store.usageDays.count(database, used)])
  }
  const { vectors, report } = await embedTables(tables, former?.vectors, { embedder, refusal, onSpent, signal })
  return { ...catalog, ...(vectors === undefined ? {} : { vectors }), embedding: report }
}
