import type { Caller } from '../../domain/access/caller.ts'
import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import type { Catalog, CataloguedColumn } from '../../domain/ask/catalog.ts'
import { holdsSecrets, type SampledTexts } from '../../domain/guard/proposal/sampled-secrets.ts'
import { secretForm } from '../../domain/guard/proposal/secret-text.ts'
import { type Restriction, restrict, restrictionOfAnyone } from '../../domain/guard/restriction.ts'
import { type Schema, type Table, tableName } from '../../domain/guard/schema.ts'
import { inSlices } from '../../domain/sliced.ts'
import type { Engine } from '../../engines/engine.ts'
import { readTexts } from '../read-texts.ts'
import { type TextColumn, textColumns } from '../text-columns.ts'
import { visibleTables } from '../visible-schema.ts'
import { type ColumnSample, kindOfColumn, type SamplePart } from './kind-of-column.ts'
import { sampleTenants } from './sample-tenants.ts'

export interface CatalogSource {
  readonly database: DatabaseSettings
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run'>
  readonly address: string
  readonly schema: Schema
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
}

export interface CatalogBudget {
  readonly statements: number
  readonly milliseconds: number
}

/** A statement has a second; what is left out is read by name when it is asked for. */
const BUDGET: CatalogBudget = { statements: 4_000, milliseconds: 60_000 }
const STATEMENT_MS = 1_000
const COLUMNS_PER_STATEMENT = 12
/** Tenants on whose behalf tables are read. */
const TENANTS_MAX = 6
/** Of each table, for each of them. */
const ROWS_MAX = 2_000
/** Of each column. */
const VALUES_MAX = 60
const LENGTH_MAX = 60
/** Longer texts are read for what they show of a column, and not kept: keys and hashes are long. */
const READ_LENGTH_MAX = 2_000

export interface MadeCatalog extends Catalog {
  /** Columns whose values look secret; the catalog has neither them nor their values. */
  readonly secrets: readonly Pick<CataloguedColumn, 'table' | 'column'>[]
}

/**
 * Reads samples of the text columns of a database, one statement at a time and each within its time, and says what they
 * hold. Tables whose rows are tenants' are read on behalf of a few of them, through the guard, so that no filter is
 * written a second time; tables that the owner's glossary speaks of come first.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const makeCatalog = async (source: CatalogSource): Promise<MadeCatalog> => {
  const { database, engine, schema, budget = BUDGET } = source
  const begun = performance.now()
  const folding = engine.dialect.folding(schema)
  const anyone: Restriction = {
    ...restrictionOfAnyone(database),
    ...(database.policy.scope === undefined ? {} : { scope: { type: 'nothing', value: null } }),
  }
  const visible = await inSlices(visibleTables({ schema, policy: database.policy, restriction: anyone }, folding))
  const tables = inOrder(await inSlices(textColumns(visible, database.glossary, anyone)), database)
  const tenants = await restrictionsOf(source)
  const spent = { statements: 1, rows: 0 }
  const byName = new Map(visible.map(({ table }) => [tableName(table), table]))
  const columns: CataloguedColumn[] = []
  const secrets: MadeCatalog['secrets'][number][] = []
  let columnsLeftOut = 0
  for (const table of tables)
    for (const some of chunks(table)) {
      const isOver = spent.statements >= budget.statements || performance.now() - begun >= budget.milliseconds
      if (isOver) {
        columnsLeftOut += some.length
        continue
      }
      const samples = await sampled(source, some, tenants, spent)
      const secret = new Set(samples.filter((sample) => isSecret(sample, byName)))
      secrets.push(...[...secret].map(({ table, column }) => ({ table, column })))
      columns.push(
        ...samples
          .filter((sample) => !secret.has(sample))
          .map(kindOfColumn)
          .map(withoutScopes(some)),
      )
    }
  const milliseconds = Math.round(performance.now() - begun)
  return { madeAt: new Date().toISOString(), columns, secrets, spent: { ...spent, milliseconds, columnsLeftOut } }
}

/** The columns of each table, those that the glossary speaks of first. */
const inOrder = (
  columns: readonly TextColumn[],
  { glossary }: DatabaseSettings,
): readonly (readonly TextColumn[])[] => {
  const spokenOf = new Set([...glossary.tables, ...glossary.columns, ...glossary.phrases].map(({ table }) => table))
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  return [...tables.filter(([table]) => spokenOf.has(table)), ...tables.filter(([table]) => !spokenOf.has(table))].map(
    ([, some]) => some,
  )
}

/** Of whom tables are read: of some tenants, or of nobody in particular where there are none. */
const restrictionsOf = async (source: CatalogSource): Promise<readonly Restriction[]> => {
  const { database, engine, address, schema, signal } = source
  const { organizationId, policy, requiresOrganizationScoping } = database
  if (!requiresOrganizationScoping) return []
  const tenants = await sampleTenants({ engine, address, schema, policy, organizationId, signal }, TENANTS_MAX)
  return tenants.map((tenantId) => {
    const caller: Caller = { kind: 'organization', organizationId, userId: 0, tenantId }
    return restrict(caller, database)
  })
}

function* chunks(table: readonly TextColumn[]): Generator<readonly TextColumn[]> {
  for (let at = 0; at < table.length; at += COLUMNS_PER_STATEMENT) yield table.slice(at, at + COLUMNS_PER_STATEMENT)
}

interface ReadSample extends ColumnSample {
  /** Everything that was read of it, long texts too. */
  readonly texts: readonly SampledTexts[]
}

const isSecret = ({ table: name, column, texts }: ReadSample, tables: ReadonlyMap<string, Table>): boolean => {
  const table = tables.get(name)
  return table !== undefined && holdsSecrets(table, column, texts)
}

const sampled = async (
  source: CatalogSource,
  columns: readonly TextColumn[],
  tenants: readonly Restriction[],
  spent: { statements: number; rows: number },
): Promise<readonly ReadSample[]> => {
  const { database, engine, address, schema, signal } = source
  const byTenant = columns.some((column) => column.byTenant)
  const parts: SamplePart[][] = columns.map(() => [])
  const texts: SampledTexts[][] = columns.map(() => [])
  for (const restriction of byTenant ? tenants : [restrictionOfAnyone(database)]) {
    signal.throwIfAborted()
    spent.statements += 1
    const rules = { schema, policy: database.policy, restriction }
    const read = { engine, address, rules, owner: { organizationId: database.organizationId } }
    const wanted = { columns, rowsMax: ROWS_MAX, valuesMax: VALUES_MAX, lengthMax: READ_LENGTH_MAX }
    const found = await readTexts(read, wanted, { timeoutMs: STATEMENT_MS, signal })
    if (found === undefined) continue
    let most = 0
    for (const [place, part] of parts.entries()) {
      const own = found.filter((one) => one.place === place)
      const rows = own.reduce((sum, { times }) => sum + times, 0)
      most = Math.max(most, rows)
      const hasAllTexts = own.length < VALUES_MAX
      const all = own.map(({ value, times: count }) => [value, count] as const)
      const kept = all.filter(([value]) => value.length <= LENGTH_MAX && secretForm(value) !== 'certain')
      texts[place]?.push({ times: new Map(all) })
      part.push({
        times: new Map(kept),
        hasAllTexts,
        isWhole: hasAllTexts && kept.length === all.length && rows < ROWS_MAX,
      })
    }
    spent.rows += most
  }
  return columns.map(({ table, column }, place) => ({
    table,
    column,
    byTenant,
    parts: parts[place] ?? [],
    texts: texts[place] ?? [],
  }))
}

/** What one end user wrote is no other's to see, unless tenants have it in common. */
const withoutScopes =
  (columns: readonly TextColumn[]) =>
  (catalogued: CataloguedColumn): CataloguedColumn => {
    const isPrivate = columns.some(({ byScope, byTenant }) => byScope && !byTenant)
    return isPrivate && catalogued.kind === 'category' ? { ...catalogued, values: [], complete: false } : catalogued
  }
