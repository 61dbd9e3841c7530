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

/** A statement may take one second; columns that are not reached are looked up per question. */
const BUDGET: CatalogBudget = { statements: 4_000, milliseconds: 60_000 }
/** Share of the budget for the paths of documents; the rest is for texts. */
const PATHS_SHARE = 0.5
/** Maximum of progress reports. */
const REPORTS_MAX = 20

export interface MadeCatalog extends Catalog {
  /** Columns whose values look like secrets; the catalog contains neither the columns nor their values. */
  readonly secrets: readonly Pick<CataloguedColumn, 'table' | 'column'>[]
}

/**
 * Samples the text columns of a database, one statement at a time and each with a timeout, and classifies them. Tables
 * with rows per tenant are read on behalf of a few tenants, unless the database publishes nothing of tenants. Columns
 * that are not reached within the budget keep their previous entries.
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
    isOver: () => isOver(PATHS_SHARE),
  })
  const isNarrowed = schema !== given.schema
  const source = isNarrowed
    ? { ...whole, schema, database: { ...database, policy: await policyOn(whole, schema) } }
    : whole
  const { columns, chunks, known, ruleOf, tables } = isNarrowed ? await learnableColumns(source, origin) : all
  const run = (earlier?.run ?? 0) + 1
  const learnt = new Map(known)
  const secrets: MadeCatalog['secrets'][number][] = []
  const reportProgress = progressReporter(columns.length, onProgress)
  for (const chunk of chunks) {
    if (isOver()) break
    const found = await learnColumns(source, chunk, { tenants: tenants?.restrictions, known, spent, tables, leftMs })
    // Columns that could not be read in time are left to the next run.
    if (!found.isRead && isOver()) break
    for (const column of found.columns) learnt.set(columnKey(column), { ...column, rule: ruleOf(column.table), run })
    for (const column of found.secrets) learnt.delete(columnKey(column))
    secrets.push(...found.secrets)
    spent.columnsRead += chunk.length
    await reportProgress(spent.columnsRead)
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

/** Wraps an engine to count its statements. */
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

/** The tenants to sample; undefined if nothing of tenants is learnt, or if they cannot be read in time. */
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
  /** Milliseconds left of the budget. */
  leftMs(): number
}

interface Learnt extends Pick<MadeCatalog, 'columns' | 'secrets'> {
  /** Whether rows of any of them could be read. */
  readonly isRead: boolean
}

/** New entries of columns, and the columns that hold secrets; columns that could not be read keep their previous entry. */
const learnColumns = async (
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

/** Text written by one end user is not shown to another, unless several tenants have it. */
const withoutScopes = (columns: readonly TextColumn[], catalogued: CataloguedColumn): CataloguedColumn => {
  const isPrivate = columns.some(({ byScope, byTenant }) => byScope && !byTenant)
  if (!isPrivate) return catalogued
  const { dateFormat: _, ...known } = catalogued
  return known.kind === 'category' ? { ...known, values: [], complete: false } : known
}

/** Reports progress after each twentieth of the columns. */
const progressReporter = (columns: number, onProgress: CatalogSource['onProgress']) => {
  let reported = 0
  return async (read: number): Promise<void> => {
    const reached = Math.floor((read * REPORTS_MAX) / columns)
    if (onProgress === undefined || reached === reported) return
    reported = reached
    await onProgress(read, columns)
  }
}
