import { createHash } from 'node:crypto'
import type { NameFolding } from '../../guard/name-folding.ts'
import type { Policy, TablePolicy } from '../../guard/policy.ts'
import { entryName } from '../../guard/proposal/proposal.ts'
import { type Table, tableName } from '../../guard/schema.ts'
import { isBusy, isDatabaseTimeout } from '../../platform/problems/problem.ts'
import type { CatalogSource } from './catalog-source.ts'
import { type TenantColumn, tenantDrafts } from './tenant-drafts.ts'
import { tenantPivots } from './tenant-pivots.ts'

interface TenantsSource extends Pick<CatalogSource, 'engine' | 'address' | 'schema' | 'signal'> {
  readonly policy: Policy
  /** The proposed entry for a table that the policy has no entry for yet. */
  readonly proposed?: (table: string) => TablePolicy | undefined
  readonly organizationId: number
  /** For all statements together. */
  readonly timeoutMs: number
}

/** Maximum of rows read from one table, and of tenants found in it. */
const ROWS_MAX = 100_000
const TENANTS_MAX = 50_000
const BYTES_MAX = 4 * 1024 * 1024
/** Enough to choose from; after a table with fewer the next one is read. */
const ENOUGH = 12
const TABLES_MAX = 4
/** Quantiles of the id range to seek in an index. */
const NUMBERS: readonly number[] = Array.from({ length: 48 }, (_, at) =>
  Number.parseInt(createHash('sha256').update(`pivot ${at}`).digest('hex').slice(0, 12), 16),
)

/**
 * Existing tenants, as written in `X-Tenant-Id`, unordered: all of them if a table of at most 100,000 rows has them,
 * else a sample over the id range from the index of a larger one. Undefined if no table could be read in time. The
 * result is for the managers of the database, or for sampling on behalf of each tenant.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const tenantCandidates = async (source: TenantsSource): Promise<readonly string[] | undefined> => {
  const deadline = AbortSignal.any([source.signal, AbortSignal.timeout(source.timeoutMs)])
  const found = new Set<string>()
  let isRead = false
  for (const from of tenantColumns(source, source.engine.dialect.folding(source.schema)).slice(0, TABLES_MAX)) {
    const tenants = await tenantsIn({ ...source, signal: deadline }, from).catch((error: unknown) => {
      source.signal.throwIfAborted()
      if (!deadline.aborted && !isDatabaseTimeout(error) && !isBusy(error)) throw error
    })
    for (const tenant of tenants ?? []) found.add(tenant)
    isRead ||= tenants !== undefined
    // The table of tenants has all of them.
    if (deadline.aborted || found.size >= ENOUGH || (from.isRoot && found.size > 0)) break
  }
  return isRead ? [...found] : undefined
}

/** Undefined if nothing of the table could be read. */
const tenantsIn = async (source: TenantsSource, from: FoundColumn): Promise<readonly string[] | undefined> => {
  const { engine, policy } = source
  const drafts = tenantDrafts(engine, from)
  const { rowCount = 0, indexes = [], primaryKey } = from.table
  const isIndexed = [primaryKey, ...indexes].some(([first]) => first === from.column)
  const isSmall = from.isRoot ? rowCount <= ROWS_MAX : rowCount > 0 && rowCount <= ROWS_MAX
  const firstRows = () => run(source, from, drafts.ofFirstRows(ROWS_MAX, TENANTS_MAX), TENANTS_MAX)
  if (isSmall || !isIndexed) return await firstRows()
  const [[least] = [], [greatest] = []] = [
    await run(source, from, drafts.end('ascending'), 1),
    await run(source, from, drafts.end('descending'), 1),
  ]
  if (least === undefined || greatest === undefined) return await firstRows()
  const found = new Set([least, greatest])
  const areNumbers = (policy.tenant?.type ?? 'integer') === 'integer'
  for (const pivot of tenantPivots({ least, greatest, areNumbers }, NUMBERS)) {
    const [next] = (await run(source, from, drafts.from(pivot), 1)) ?? []
    if (next !== undefined) found.add(next)
  }
  if (found.size < ENOUGH) for (const tenant of (await firstRows()) ?? []) found.add(tenant)
  return [...found]
}

/** The result of one draft, guarded with this table unrestricted: undefined if the guard or the database refuses it. */
const run = async (
  { engine, address, schema, policy, organizationId, signal, timeoutMs }: TenantsSource,
  { table }: TenantColumn,
  draft: string,
  rowsMax: number,
): Promise<readonly string[] | undefined> => {
  const open: Policy = { version: 1, engine: engine.name, tables: { [tableName(table)]: { mode: 'shared' } } }
  const guarded = await engine.guard(draft, { schema, policy: open, restriction: {} })
  if (!guarded.ok) return undefined
  const limits = { timeoutMs, rowsMax, bytesMax: BYTES_MAX, turnId: 'tenants', owner: { organizationId }, signal }
  const reply = await engine.run(address, guarded.query, limits)
  if (!reply.ok) return undefined
  const form = policy.tenant?.type === 'integer' ? /^[1-9][0-9]*$/ : /^[ -~]{1,255}$/
  return reply.result.rows.map(({ tenant }) => String(tenant)).filter((tenant) => form.test(tenant))
}

interface FoundColumn extends TenantColumn {
  /** Whether it is the table of tenants. */
  readonly isRoot: boolean
}

/** The table of tenants first, then unrestricted tables with the tenant column: small ones first, empty ones last. */
const tenantColumns = ({ schema, policy, proposed }: TenantsSource, folding: NameFolding): readonly FoundColumn[] => {
  const found = schema.tables.flatMap((table): readonly FoundColumn[] => {
    const name = entryName(policy, tableName(table), folding)
    const wished = proposed?.(tableName(table))
    const entry = wished?.mode === 'tenantRoot' || name === undefined ? wished : policy.tables[name]
    if (entry?.mode !== 'tenantRoot' && entry?.mode !== 'tenant') return []
    const named = folding.column(entry.column ?? policy.tenant?.column ?? '')
    const column = table.columns.find((one) => folding.column(one.name) === named)?.name
    return column === undefined ? [] : [{ table, column, isRoot: entry.mode === 'tenantRoot' }]
  })
  // A table without a row count may be huge or empty.
  const rows = ({ rowCount = 0 }: Table) => (rowCount > 0 ? rowCount : Number.MAX_SAFE_INTEGER)
  return found.toSorted((a, b) => Number(b.isRoot) - Number(a.isRoot) || rows(a.table) - rows(b.table))
}
