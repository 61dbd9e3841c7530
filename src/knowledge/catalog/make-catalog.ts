import { publishesSharedValues } from '../../domain/access/database-settings.ts'
import type { Catalog, CataloguedColumn } from '../../domain/ask/catalog.ts'
import { columnKey } from '../../domain/ask/knowledge.ts'
import { type Restriction, restrictionOfAnyone } from '../../domain/guard/restriction.ts'
import { tableName } from '../../domain/guard/schema.ts'
import { inSlices } from '../../domain/sliced.ts'
import { type TextColumn, textColumns } from '../text-columns.ts'
import { visibleTables } from '../visible-schema.ts'
import type { CatalogBudget, CatalogSource } from './catalog-source.ts'
import { kindOfColumn } from './kind-of-column.ts'
import { formerColumns, learningOrder } from './learning-order.ts'
import { ruleDigest } from './rule-digest.ts'
import { sampleColumns } from './sample-columns.ts'
import { sampleTenants } from './sample-tenants.ts'
import { keyedDigest } from './tenant-digest.ts'

/** A statement has a second; what is left out is read by name when it is asked for. */
const BUDGET: CatalogBudget = { statements: 4_000, milliseconds: 60_000 }
/** How often progress is told. */
const TOLD_MAX = 20

/**
 * Reads samples of the text columns of a database, one statement at a time and each within its time, and says what they
 * hold. Tables whose rows are tenants' are read on behalf of a few of them, unless the database publishes nothing of theirs.
 * When the budget is over, what the former catalog knows of the other columns stays.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts; what `onProgress` throws
 */
export const makeCatalog = async (given: CatalogSource): Promise<Catalog> => {
  const begun = performance.now()
  const spent = { statements: 0, rows: 0, columnsRead: 0 }
  const { database, samplingKey, address, former, budget = BUDGET, onProgress } = given
  const source = { ...given, engine: counted(given.engine, spent) }
  const isOver = () => spent.statements >= budget.statements || performance.now() - begun >= budget.milliseconds
  const { columns, ruleOf } = await learnableColumns(source)
  const { tenant, scope } = database.policy
  const origin = keyedDigest(samplingKey, ['origin', address, JSON.stringify([tenant ?? null, scope ?? null])])
  const known = formerColumns(former, origin, columns, ruleOf)
  const { glossary } = database
  const order = { schema: source.schema, glossary, verifiedQueries: source.verifiedQueries ?? [], former: known }
  const chunks = learningOrder(columns, order)
  const earlier = former?.origin === origin ? former : undefined
  const ofTenants = chunks.flat().filter(({ byTenant }) => byTenant)
  const tenants =
    ofTenants.length === 0
      ? undefined
      : await sampleTenants({ ...source, former: earlier, milliseconds: budget.milliseconds }, ofTenants)
  const run = (earlier?.run ?? 0) + 1
  const learnt = new Map(known)
  const tell = progressTeller(columns.length, onProgress)
  for (const chunk of chunks) {
    if (isOver()) break
    for (const column of await learntOf(source, chunk, { tenants: tenants?.restrictions, known, spent }))
      learnt.set(columnKey(column), { ...column, rule: ruleOf(column.table), run })
    spent.columnsRead += chunk.length
    await tell(spent.columnsRead)
  }
  const milliseconds = Math.round(performance.now() - begun)
  const digests = tenants === undefined || tenants.digests.length === 0 ? earlier?.tenants : tenants.digests
  return {
    madeAt: new Date().toISOString(),
    columns: columns.flatMap((column) => learnt.get(columnKey(column)) ?? []),
    spent: { ...spent, milliseconds, columnsLeftOut: columns.length - spent.columnsRead },
    ...{ run, origin },
    ...(digests === undefined ? {} : { tenants: digests }),
  }
}

/** An engine whose statements are counted. */
const counted = (engine: CatalogSource['engine'], spent: { statements: number }): CatalogSource['engine'] => ({
  ...{ name: engine.name, dialect: engine.dialect, guard: engine.guard },
  run: (...call) => {
    spent.statements += 1
    return engine.run(...call)
  },
})

/** The text columns that some caller may see, and what decides about the rows of their tables. */
const learnableColumns = async ({ database, engine, schema }: CatalogSource) => {
  const { policy, glossary } = database
  const anyone: Restriction = {
    ...restrictionOfAnyone(database),
    ...(policy.scope === undefined ? {} : { scope: { type: 'nothing', value: null } }),
  }
  const folding = engine.dialect.folding(schema)
  const visible = await inSlices(visibleTables({ schema, policy, restriction: anyone }, folding))
  const columns = await inSlices(textColumns(visible, glossary, anyone))
  const rules = new Map(visible.map((access) => [tableName(access.table), ruleDigest(access.rules)]))
  return {
    columns: publishesSharedValues(database)
      ? columns
      : columns.filter(({ byTenant, byScope }) => !byTenant && !byScope),
    ruleOf: (table: string) => rules.get(table) ?? '',
  }
}

interface Learning {
  readonly tenants: readonly Restriction[] | undefined
  readonly known: ReadonlyMap<string, CataloguedColumn>
  readonly spent: { rows: number }
}

/** What columns hold; what could not be read is as it was known. */
const learntOf = async (
  source: CatalogSource,
  columns: readonly TextColumn[],
  { tenants, known, spent }: Learning,
): Promise<readonly CataloguedColumn[]> => {
  const sampled = await sampleColumns(source, columns, tenants)
  spent.rows += sampled?.rows ?? 0
  const unread = columns.map(({ table, column, byTenant }) => ({ table, column, byTenant, parts: [] }))
  return (sampled?.samples ?? unread).map((sample) => {
    const before = known.get(columnKey(sample))
    if (sampled === undefined && before !== undefined) return before
    return withoutScopes(columns, kindOfColumn(sample, before))
  })
}

/** What one end user wrote is no other's to see, unless tenants have it in common. */
const withoutScopes = (columns: readonly TextColumn[], catalogued: CataloguedColumn): CataloguedColumn => {
  const isPrivate = columns.some(({ byScope, byTenant }) => byScope && !byTenant)
  return isPrivate && catalogued.kind === 'category' ? { ...catalogued, values: [], complete: false } : catalogued
}

/** Tells progress whenever another twentieth of the columns was read. */
const progressTeller = (columns: number, onProgress: CatalogSource['onProgress']) => {
  let told = 0
  return async (read: number): Promise<void> => {
    const reached = Math.floor((read * TOLD_MAX) / columns)
    if (onProgress === undefined || reached === told) return
    told = reached
    await onProgress(read, columns)
  }
}
