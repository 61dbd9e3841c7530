import type { NameFolding } from '../../domain/guard/name-folding.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import { entryName, type PolicyProposal } from '../../domain/guard/proposal/proposal.ts'
import { type Schema, type Table, tableName } from '../../domain/guard/schema.ts'
import type { Engine } from '../../engines/engine.ts'

const EXAMPLES_MAX = 2
const TIMEOUT_MS = 3_000
const BYTES_MAX = 10_000

/**
 * Two tenants that there are, so that a printed command gives an answer; `1` and `2` where none can be found in time.
 * Whoever adds a database may read it; the values go to the terminal and nowhere else.
 */
export const tenantExamples = async (
  engine: Engine,
  address: string,
  { schema, policy, proposal }: { schema: Schema; policy: Policy; proposal: PolicyProposal },
): Promise<readonly string[]> => {
  const found = await read(engine, address, { schema, policy, proposal }).catch(() => [])
  return found.length > 0 ? found : ['1', '2']
}

const read = async (
  engine: Engine,
  address: string,
  { schema, policy, proposal }: { schema: Schema; policy: Policy; proposal: PolicyProposal },
): Promise<readonly string[]> => {
  const source = sourceOf(schema, policy, proposal, engine.dialect.folding(schema))
  if (source === undefined) return []
  const draft = draftOf(engine, source)
  const open: Policy = { version: 1, engine: engine.name, tables: { [tableName(source.table)]: { mode: 'shared' } } }
  const guarded = await engine.guard(draft, { schema, policy: open, restriction: {} })
  if (!guarded.ok) return []
  const reply = await engine.run(address, guarded.query, {
    ...{ timeoutMs: TIMEOUT_MS, rowsMax: EXAMPLES_MAX, bytesMax: BYTES_MAX, turnId: 'database-add' },
    ...{ owner: { organizationId: 0 }, signal: AbortSignal.timeout(TIMEOUT_MS) },
  })
  if (!reply.ok) return []
  const texts = reply.result.rows.map((row) => String(row.tenant))
  return texts.filter((text) =>
    policy.tenant?.type === 'integer' ? /^[1-9][0-9]*$/.test(text) : /^[ -~]{1,255}$/.test(text),
  )
}

/** A draft for the first tenants; without a dialect of SQL, queries are of documents. */
const draftOf = ({ dialect: { sql } }: Engine, source: Source): string => {
  if (sql === null) {
    const pipeline = [
      { $match: { [source.column]: { $ne: null } } },
      { $group: { _id: `$${source.column}` } },
      { $sort: { _id: 1 } },
      { $limit: EXAMPLES_MAX },
      { $project: { _id: 0, tenant: '$_id' } },
    ]
    return JSON.stringify({ collection: source.table.name, pipeline })
  }
  const [column, from] = [sql.identifier(source.column), sql.table(source.table)]
  return `SELECT DISTINCT ${column} AS tenant FROM ${from} WHERE ${column} IS NOT NULL ORDER BY tenant ${sql.limit(EXAMPLES_MAX)}`
}

interface Source {
  readonly table: Table
  readonly column: string
}

/** The tenants' own table, or the smallest one that is open and has the tenant. */
const sourceOf = (
  schema: Schema,
  policy: Policy,
  proposal: PolicyProposal,
  folding: NameFolding,
): Source | undefined => {
  const sources = schema.tables.flatMap((table) => {
    const name = entryName(policy, tableName(table), folding)
    const proposed = proposal.tables.find((one) => one.table === tableName(table))?.policy
    const entry = proposed?.mode === 'tenantRoot' || name === undefined ? proposed : policy.tables[name]
    if (entry?.mode !== 'tenantRoot' && entry?.mode !== 'tenant') return []
    const column = entry.column ?? policy.tenant?.column
    return column === undefined ? [] : [{ table, column, isRoot: entry.mode === 'tenantRoot' }]
  })
  const rows = ({ table }: { readonly table: Table }) => table.rowCount ?? Number.MAX_SAFE_INTEGER
  return sources.toSorted((a, b) => Number(b.isRoot) - Number(a.isRoot) || rows(a) - rows(b))[0]
}
