import type { DatabaseSettings } from '../domain/access/database-settings.ts'
import type { ColumnValues, Knowledge } from '../domain/ask/knowledge.ts'
import type { Policy } from '../domain/guard/policy.ts'
import type { Restriction } from '../domain/guard/restriction.ts'
import { type Schema, type Table, tableName } from '../domain/guard/schema.ts'
import { Problem } from '../domain/problem.ts'
import type { Engine } from './engine.ts'
import { tableAccess } from './table-access.ts'

export interface KnowledgeOptions {
  readonly database: DatabaseSettings
  /** What `describe` found, where the caller keeps it. */
  readonly schema?: Schema
  readonly restriction: Restriction
  readonly signal: AbortSignal
}

const VALUES_MAX = 2_000
const ALL_VALUES_MAX = 50_000
/** Longer texts are prose, and nobody quotes them in a question. */
const LENGTH_MAX = 60
const TIMEOUT_MS = 3_000
const BYTES_MAX = 1024 * 1024

/**
 * What a planner may know on behalf of one caller. Values are read as any other query is, through the guard, so that
 * they can only ever be the caller's own.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const readKnowledge = async (
  engine: Engine,
  address: string,
  { database, schema: described, restriction, signal }: KnowledgeOptions,
): Promise<Knowledge> => {
  const schema = described ?? (await engine.describe(address, signal))
  const visible = visibleSchema(schema, database.policy, restriction)
  const owner = { organizationId: database.organizationId, tenantId: restriction.tenant?.value?.toString() }
  const read = async (table: Table, column: string): Promise<ColumnValues> => {
    const name = tableName(table)
    const unread = { table: name, column, values: [], complete: false }
    const draft = engine.draftDistinct({ table: name, column, valuesMax: VALUES_MAX + 1, lengthMax: LENGTH_MAX })
    const guarded = await engine.guard(draft, { schema, policy: database.policy, restriction }, owner)
    if (!guarded.ok) return unread
    const bounds = { timeoutMs: TIMEOUT_MS, rowsMax: VALUES_MAX, bytesMax: BYTES_MAX }
    const limits = { ...bounds, owner, signal, turnId: 'knowledge' }
    const found = await engine.run(address, guarded.query, limits).catch(unlessTimeout)
    if (!found?.ok) return unread
    const values = found.result.rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))
    return { table: name, column, values, complete: !found.result.truncated }
  }
  const columns = visible.tables.flatMap((table) => table.columns.filter(isText).map(({ name }) => ({ table, name })))
  const values = await Promise.all(columns.map(({ table, name }) => read(table, name)))
  return {
    databaseName: database.name,
    engine: engine.name,
    dialectNotes: engine.dialectNotes,
    schema: visible,
    glossary: database.glossary,
    values: withinTotal(values),
  }
}

/** The tables and columns that a caller may see; keys that lead elsewhere are left out, and so are row counts of all. */
export const visibleSchema = (schema: Schema, policy: Policy, restriction: Restriction): Schema => {
  const visible = schema.tables.flatMap((table) => tableAccess(table, { schema, policy, restriction }) ?? [])
  const columnsOf = new Map(visible.map(({ table, columns }) => [tableName(table), new Set(columns)]))
  const has = (table: string, columns: readonly string[]): boolean =>
    columns.every((column) => columnsOf.get(table)?.has(column) ?? false)
  const tables = visible.map(
    ({ table, columns }): Table => ({
      ...table,
      columns: table.columns.filter(({ name }) => columns.includes(name)),
      primaryKey: has(tableName(table), table.primaryKey) ? table.primaryKey : [],
      foreignKeys: table.foreignKeys.filter(
        (key) => has(tableName(table), key.columns) && has(key.refTable, key.refColumns),
      ),
    }),
  )
  return { engine: schema.engine, tables }
}

/** A column that takes too long is left out: questions can be answered without it. */
const unlessTimeout = (error: unknown): undefined => {
  if (!(error instanceof Problem && error.problem === 'query_timeout')) throw error
}

const isText = ({ type }: { readonly type: string }): boolean => /char|text|clob|string|enum/i.test(type)

/** Columns with few values come first: they are the ones that questions name. */
const withinTotal = (all: readonly ColumnValues[]): readonly ColumnValues[] => {
  let left = ALL_VALUES_MAX
  const kept = new Set<ColumnValues>()
  for (const one of all.toSorted((a, b) => a.values.length - b.values.length)) {
    left -= one.values.length
    if (left >= 0) kept.add(one)
  }
  return all.map((one) => (kept.has(one) ? one : { ...one, values: [], complete: false }))
}
