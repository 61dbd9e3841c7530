import type { NameFolding } from '../../domain/guard/name-folding.ts'
import type { Policy, TablePolicy } from '../../domain/guard/policy.ts'
import { entryName } from '../../domain/guard/proposal/proposal.ts'
import { type Schema, type Table, tableName } from '../../domain/guard/schema.ts'
import type { Engine } from '../../engines/engine.ts'

export interface TenantsSource {
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run'>
  readonly address: string
  readonly schema: Schema
  readonly policy: Policy
  /** What is proposed for a table that the policy has no entry for yet. */
  readonly proposed?: (table: string) => TablePolicy | undefined
  readonly organizationId: number
  readonly signal: AbortSignal
}

const TIMEOUT_MS = 3_000
const BYTES_MAX = 100_000

/**
 * The first tenants that there are, as `X-Tenant-Id` writes them; none where they cannot be found in time. Whoever
 * manages a database may read it: the values are for its owner, or for what is asked on behalf of each of them.
 */
export const sampleTenants = async (source: TenantsSource, tenantsMax: number): Promise<readonly string[]> => {
  const { engine, address, schema, policy, organizationId, signal } = source
  const from = tenantsTable(source, engine.dialect.folding(schema))
  if (from === undefined) return []
  const draft = draftOf(engine, from, tenantsMax)
  const open: Policy = { version: 1, engine: engine.name, tables: { [tableName(from.table)]: { mode: 'shared' } } }
  const guarded = await engine.guard(draft, { schema, policy: open, restriction: {} })
  if (!guarded.ok) return []
  const reply = await engine.run(address, guarded.query, {
    ...{ timeoutMs: TIMEOUT_MS, rowsMax: tenantsMax, bytesMax: BYTES_MAX, turnId: 'tenants' },
    ...{ owner: { organizationId }, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) },
  })
  if (!reply.ok) return []
  const texts = reply.result.rows.map((row) => String(row.tenant))
  return texts.filter((text) =>
    policy.tenant?.type === 'integer' ? /^[1-9][0-9]*$/.test(text) : /^[ -~]{1,255}$/.test(text),
  )
}

/** A draft for the first tenants; without a dialect of SQL, queries are of documents. */
const draftOf = ({ dialect: { sql } }: TenantsSource['engine'], from: TenantsTable, tenantsMax: number): string => {
  if (sql === null) {
    const pipeline = [
      { $match: { [from.column]: { $ne: null } } },
      { $group: { _id: `$${from.column}` } },
      { $sort: { _id: 1 } },
      { $limit: tenantsMax },
      { $project: { _id: 0, tenant: '$_id' } },
    ]
    return JSON.stringify({ collection: from.table.name, pipeline })
  }
  const [column, table] = [sql.identifier(from.column), sql.table(from.table)]
  return `SELECT DISTINCT ${column} AS tenant FROM ${table} WHERE ${column} IS NOT NULL ORDER BY tenant ${sql.limit(tenantsMax)}`
}

interface TenantsTable {
  readonly table: Table
  readonly column: string
}

/** The tenants' own table, or the smallest one that is open and has the tenant. */
const tenantsTable = ({ schema, policy, proposed }: TenantsSource, folding: NameFolding): TenantsTable | undefined => {
  const found = schema.tables.flatMap((table) => {
    const name = entryName(policy, tableName(table), folding)
    const wished = proposed?.(tableName(table))
    const entry = wished?.mode === 'tenantRoot' || name === undefined ? wished : policy.tables[name]
    if (entry?.mode !== 'tenantRoot' && entry?.mode !== 'tenant') return []
    const column = entry.column ?? policy.tenant?.column
    return column === undefined ? [] : [{ table, column, isRoot: entry.mode === 'tenantRoot' }]
  })
  const rows = ({ table }: { readonly table: Table }) => table.rowCount ?? Number.MAX_SAFE_INTEGER
  return found.toSorted((a, b) => Number(b.isRoot) - Number(a.isRoot) || rows(a) - rows(b))[0]
}
