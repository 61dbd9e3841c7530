import type { Catalog, CataloguedColumn } from '../../ask/rules/catalog.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import { holdsSecrets } from '../../guard/proposal/sampled-secrets.ts'
import type { Restriction } from '../../guard/restriction.ts'
import type { Table } from '../../guard/schema.ts'
import { publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'
import type { TextColumn } from '../text-columns.ts'
import type { CatalogBudget, CatalogSource } from './catalog-source.ts'
import { kindOfColumn } from './kind-of-column.ts'
import { learnPaths, policyOn } from './learn-paths.ts'
import { learnableColumns } from './learnable-columns.ts'
import { sampleColumns } from './sample-columns.ts'
import { sampleTenants } from './sample-tenants.ts'
import { keyedDigest } from './tenant-digest.ts'

/** A statement has a second; what is left out is read by name when it is asked for. */
const BUDGET: CatalogBudget = { statements: 4_000, milliseconds: 60_000 }
/** Of a budget, what the paths of documents may take; the rest is for texts. */
const FOR_PATHS = 0.5
/** How often progress is told. */
const TOLD_MAX = 20

export interface MadeCatalog extends Catalog {
  /** Columns whose values look secret; the catalog has neither them nor their values. */
  readonly secrets: readonly Pick<CataloguedColumn, 'table' | 'column'>[]
}

/**
 * Reads samples of the text columns of a database, one statement at a time and each within its time, and says what they
 * hold. Tables whose rows are tenants' are read on behalf of a few of them, unless the database publishes nothing of theirs.
 * When the budget is over, what the former catalog knows of the other columns stays.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts; what `onProgress` throws
 */
export const makeCatalog = async (given: CatalogSource): Promise<MadeCatalog> => {
  const begun = performance.now()
  const spent = { statements: 0, rows: 0, columnsRead: 0 }
  const { database, samplingKey, address, former, budget = BUDGET, onProgress } = given
  const whole = { ...given, engine: counted(given.engine, spent) }
  const leftMs = (share = 1) => share * budget.milliseconds - (performance.now() - begun)
  const isOver = (share = 1) => spent.statements >= share * budget.statements || leftMs(share) <= 0
  const { tenant, scope } = database.policy
  const origin = keyedDigest(samplingKey, ['origin', address, JSON.stringify([tenant ?? null, scope ?? null])])
  const earlier = former?.origin === origin ? former : undefined
  const all = await learnableColumns(whole, origin)
  const tenants = await tenantsOf({ ...whole, former: earlier, milliseconds: budget.milliseconds }, all.chunks.flat())
  const { schema, ...learntPaths } = await learnPaths(whole, {
    tenants: tenants?.restrictions ?? [],
    former: earlier?.paths,
    isOver: () => isOver(FOR_PATHS),
  })
  const isNarrowed = schema !== given.schema
  const source = isNarrowed
    ? { ...whole, schema, database: { ...database, policy: await policyOn(whole, schema) } }
    : whole
  const { columns, chunks, known, ruleOf, tables } = isNarrowed ? await learnableColumns(source, origin) : all
  const run = (earlier?.run ?? 0) + 1
  const learnt = new Map(known)
  const secrets: MadeCatalog['secrets'][number][] = []
  const tell = progressTeller(columns.length, onProgress)
  for (const chunk of chunks) {
    if (isOver()) break
    const found = await learntOf(source, chunk, { tenants: tenants?.restrictions, known, spent, tables, leftMs })
    // Columns that could not be read because the time was over are left to the next run.
    if (!found.isRead && isOver()) break
    for (const column of found.columns) learnt.set(columnKey(column), { ...column, rule: ruleOf(column.table), run })
    for (const column of found.secrets) learnt.delete(columnKey(column))
    secrets.push(...found.secrets)
    spent.columnsRead += chunk.length
    await tell(spent.columnsRead)
  }
  const milliseconds = Math.round(performance.now() - begun)
  const digests = tenants === undefined || tenants.digests.length === 0 ? earlier?.tenants : tenants.digests
  return {
    madeAt: new Date().toISOString(),
    columns: columns.flatMap((column) => learnt.get(columnKey(column)) ?? []),
    secrets,
    spent: { ...spent, milliseconds, columnsLeftOut: columns.length - spent.columnsRead },
    run,
    origin,
    ...learntPaths,
    ...(digests === undefined ? {} : { tenants: digests }),
  }
}

/** An engine whose statements are counted. */
const counted = (engine: CatalogSource['engine'], spent: { statements: number }): CatalogSource['engine'] => ({
  name: engine.name,
  dialect: engine.dialect,
  guard: engine.guard,
  run: (...call) => {
    spent.statements += 1
    return engine.run(...call)
  },
  describe: (...call) => {
    spent.statements += 1
    return engine.describe(...call)
  },
})

/** The tenants on whose behalf rows are read; undefined where nothing of theirs is learnt, or they cannot be read in time. */
const tenantsOf = async (source: Parameters<typeof sampleTenants>[0], all: readonly TextColumn[]) => {
  const { database, engine } = source
  const columns = all.filter(({ byTenant }) => byTenant)
  const hasPaths = engine.dialect.documents !== undefined && publishesSharedValues(database)
  const isScoped = database.requiresOrganizationScoping
  return columns.length > 0 || (hasPaths && isScoped) ? await sampleTenants(source, columns) : undefined
}

interface Learning {
  readonly tenants: readonly Restriction[] | undefined
  readonly known: ReadonlyMap<string, CataloguedColumn>
  readonly spent: { rows: number }
  readonly tables: ReadonlyMap<string, Table>
  /** Milliseconds that are left of the budget. */
  leftMs(): number
}

interface Learnt extends Pick<MadeCatalog, 'columns' | 'secrets'> {
  /** Whether any of their rows could be read. */
  readonly isRead: boolean
}

/** What columns hold, and which of them hold secrets; what could not be read is as it was known. */
const learntOf = async (
  source: CatalogSource,
  columns: readonly TextColumn[],
  { tenants, known, spent, tables, leftMs }: Learning,
): Promise<Learnt> => {
  const sampled = await sampleColumns(source, columns, tenants, leftMs)
  spent.rows += sampled?.rows ?? 0
  const unread = columns.map(({ table, column, byTenant }) => ({ table, column, byTenant, parts: [], texts: [] }))
  const samples = sampled?.samples ?? unread
  const secret = new Set(
    samples.filter(({ table: name, column, texts }) => {
      const table = tables.get(name)
      return table !== undefined && holdsSecrets(table, column, texts)
    }),
  )
  const open = samples.filter((sample) => !secret.has(sample))
  return {
    columns: open.map((sample) => {
      const before = known.get(columnKey(sample))
      if (sampled === undefined && before !== undefined) return before
      return withoutScopes(columns, kindOfColumn(sample, before))
    }),
    secrets: [...secret].map(({ table, column }) => ({ table, column })),
    isRead: sampled !== undefined,
  }
}

/** What one end user wrote is no other's to see, unless tenants have it in common. */
const withoutScopes = (columns: readonly TextColumn[], catalogued: CataloguedColumn): CataloguedColumn => {
  const isPrivate = columns.some(({ byScope, byTenant }) => byScope && !byTenant)
  if (!isPrivate) return catalogued
  const { dateFormat: _, ...known } = catalogued
  return known.kind === 'category' ? { ...known, values: [], complete: false } : known
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
