import { organizationCaller } from '../../access/rules/caller.ts'
import type { QueryResult } from '../../ask/rules/outcome.ts'
import { previewerOf } from '../../engines/shared/connect/slot-owners.ts'
import { makeEffectivePolicy } from '../../guard/effective-policy.ts'
import { findTable } from '../../guard/find-table.ts'
import type { GuardRules } from '../../guard/guard-rules.ts'
import type { Policy } from '../../guard/policy.ts'
import { type NotCounted, previewedTables } from '../../guard/policy-preview.ts'
import type { PolicyDecision } from '../../guard/proposal/decide-policy.ts'
import { type Restriction, restrict } from '../../guard/restriction.ts'
import { type Table, tableName } from '../../guard/schema.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { decidedPolicy, type PolicySource, replacementOf } from './change-policy.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { openDatabase } from './open-database.ts'
import type { StoredDatabase } from './store/databases.ts'
import { type VisibleRows, visibleRows } from './visible-rows.ts'

/** A policy change to preview, and the caller. */
export interface PreviewRequest {
  /** Decisions, or a policy that replaces the stored one. Neither: the stored policy is previewed. */
  readonly changes?: PolicyDecision | undefined
  readonly policy?: unknown
  readonly tenantId?: string | undefined
  readonly scopeId?: string | undefined
  /** Names as in the policy; absent: those of `previewedTables`. */
  readonly tables?: readonly string[] | undefined
  /** The table whose first rows are returned. */
  readonly sampleTable?: string | undefined
}

/** A table under both policies; numbers are null if not counted. */
interface TablePreview {
  readonly table: string
  readonly before: VisiblePart
  readonly after: VisiblePart
  /** All rows of the table. */
  readonly total: number | null
  /** Absent if all three numbers are known. */
  readonly notCounted?: NotCounted
}

export interface VisiblePart {
  /** Whether the caller may access the table. */
  readonly isOpen: boolean
  readonly rows: number | null
}

export interface PolicyPreview {
  readonly tables: readonly TablePreview[]
  /** The first rows that the caller would see under the changed policy; absent if not requested. */
  readonly sample?: { readonly table: string; readonly rows: QueryResult | NotCounted }
}

/** Limits of a preview; numbers beyond them are reported as not counted. */
interface PreviewLimits {
  /** In total, including the time to read the schema. */
  readonly totalMs: number
  readonly statementMs: number
  readonly tablesMax: number
}

const LIMITS: PreviewLimits = { totalMs: 10_000, statementMs: 5_000, tablesMax: 50 }
/** Tables counted concurrently: slots of a database are shared with its other readers. */
const TABLES_AT_ONCE = 3
const SAMPLE = { rowsMax: 5, bytesMax: 64 * 1024 }

/**
 * Counts the rows that a caller sees under the stored policy and under a change, with the same guarded queries as
 * questions. The change is not stored.
 * @throws Problem `input_invalid`, `state_invalid`, and as `Engine.describe`
 */
export const previewPolicy = async (
  { store, engines }: Pick<Connections, 'engines'> & { readonly store: Pick<Connections['store'], 'databases'> },
  stored: StoredDatabase,
  request: PreviewRequest,
  { totalMs, statementMs, tablesMax }: PreviewLimits = LIMITS,
): Promise<PolicyPreview> => {
  const timeout = AbortSignal.timeout(totalMs)
  const connected = await openDatabase({ store }, engines, stored)
  const schema = await describeDatabase(connected, { owner: stored, timeoutMs: totalMs })
  const source = { ...connected, schema }
  const before = await rulesOf(stored, source, request)
  const after = await rulesOf({ ...stored, policy: await changedPolicy(stored, source, request) }, source, request)
  const folding = connected.engine.dialect.folding(schema)
  const tableOf = (field: string) => (name: string) => {
    const table = findTable(schema, name, folding)
    if (table === undefined) throw invalidField(field, `The database has no table ${name}.`)
    return table
  }
  const named = request.tables && [...new Set(request.tables.map(tableOf('tables')))]
  const change = { before: before.policy, after: after.policy }
  const tables = named ?? (await runInSlices(previewedTables(schema, change, folding)))
  const sampled = request.sampleTable === undefined ? undefined : tableOf('sample_table')(request.sampleTable)
  const ended = new AbortController()
  const rows = visibleRows({
    ...connected,
    owner: previewerOf(stored),
    statementMs,
    signal: AbortSignal.any([timeout, ended.signal]),
  })
  const unfiltered = { schema, policy: allShared(stored.policy), restriction: {} }
  const counting = { rows, rules: { before, after, unfiltered } }
  try {
    const [counted, sample] = await Promise.all([
      countTables(tables.slice(0, tablesMax), counting),
      sampled && rows.first(sampled, after, SAMPLE),
    ])
    const others = tables.slice(tablesMax).map((table) => preview(table, counting, 'table_limit'))
    return {
      tables: [...counted, ...(await Promise.all(others))],
      ...(sampled && sample && { sample: { table: tableName(sampled), rows: sample } }),
    }
  } finally {
    // After a failed statement the others are useless.
    ended.abort()
  }
}

const changedPolicy = async (
  stored: StoredDatabase,
  source: PolicySource,
  { changes, policy }: PreviewRequest,
): Promise<Policy> => {
  if (policy !== undefined) return await replacementOf(stored, source, policy, 'policy')
  return changes === undefined ? stored.policy : await decidedPolicy(stored, source, changes, 'changes')
}

/** The guard's rules for the caller under a policy. */
const rulesOf = async (
  database: StoredDatabase,
  { engine, schema }: PolicySource,
  request: PreviewRequest,
): Promise<GuardRules> => {
  const policy = await runInSlices(makeEffectivePolicy(database.policy, schema, engine.dialect.folding(schema)))
  return { schema, policy, restriction: restrictionOf(database, request) }
}

/** The restriction as for a question, with the request's field names. @throws Problem `input_invalid` */
const restrictionOf = (database: StoredDatabase, request: PreviewRequest): Restriction => {
  try {
    return restrict(organizationCaller(database.organizationId, request), database)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw invalidField('tenant_id', TENANT_MISTAKES[error.problem] ?? error.details[0]?.message ?? error.message)
  }
}

const TENANT_MISTAKES: Readonly<Partial<Record<Problem['problem'], string>>> = {
  tenant_missing: 'is required: this database has tenant scoping',
  tenant_not_expected: 'is not expected: this database has no tenant scoping',
}

/** A policy without filters, to count all rows. */
export const allShared = ({ version, engine }: Policy): Policy => ({
  version,
  engine,
  tables: { '*': { mode: 'shared' } },
})

interface Counting {
  readonly rows: VisibleRows
  readonly rules: Readonly<Record<'before' | 'after' | 'unfiltered', GuardRules>>
}

const countTables = async (tables: readonly Table[], counting: Counting): Promise<readonly TablePreview[]> => {
  const previews: TablePreview[] = []
  const next = tables.entries()
  const countNext = async (): Promise<void> => {
    for (const [at, table] of next) previews[at] = await preview(table, counting)
  }
  await Promise.all(Array.from({ length: TABLES_AT_ONCE }, countNext))
  return previews
}

/** Stops at the first number that cannot be counted: the others would take as long. */
const preview = async (table: Table, { rows, rules }: Counting, notCounted?: NotCounted): Promise<TablePreview> => {
  let reason = notCounted
  const count = async (by: GuardRules): Promise<number | null> => {
    if (reason !== undefined) return null
    const counted = await rows.count(table, by)
    if (typeof counted === 'number') return counted
    reason = counted
    return null
  }
  const part = async (by: GuardRules) => ({ isOpen: rows.isOpen(table, by), rows: await count(by) })
  const [before, after] = [await part(rules.before), await part(rules.after)]
  const total = await count(rules.unfiltered)
  return { table: tableName(table), before, after, total, ...(reason === undefined ? {} : { notCounted: reason }) }
}
