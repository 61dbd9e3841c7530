import type { Engine } from '../../engines/engine.ts'
import { type Table, tableName } from '../../guard/schema.ts'
import { type ColumnConstant, isStoredAs } from '../../manage/patterns/rules/template/column-constant.ts'
import type { Json } from '../../platform/values/json.ts'
import { type ReadLimits, type ReadSource, readRows } from '../read-rows.ts'

/** Whether all constants were found; `unknown` if the guard or the database refused, or on a timeout. */
export type ConstantsFound = 'all' | 'not_all' | 'unknown'

/** One row with one value, as long as a constant of a verified query may be. */
const BYTES_MAX = 256 * 1024

/**
 * Looks up constants in the rows of a caller, by one guarded query of one row each, until one is not found.
 *
 * @throws as `Engine.guard` and `Engine.run`
 */
export const lookUpConstants = async (
  source: ReadSource,
  constants: readonly ColumnConstant[],
  { timeoutMs, signal }: ReadLimits,
): Promise<ConstantsFound> => {
  const deadline = performance.now() + timeoutMs
  for (const constant of constants) {
    const found = await lookUp(source, constant, { deadline, signal })
    if (found !== 'all') return found
  }
  return 'all'
}

const lookUp = async (
  source: ReadSource,
  constant: ColumnConstant,
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal },
): Promise<ConstantsFound> => {
  const table = source.rules.schema.tables.find((one) => tableName(one) === constant.table)
  const timeoutMs = Math.floor(deadline - performance.now())
  if (table === undefined || timeoutMs <= 0) return 'unknown'
  const draft = constantDraft(source.engine, table, constant)
  const rows = await readRows(source, draft, { timeoutMs, signal, rowsMax: 1, bytesMax: BYTES_MAX })
  if (rows === 'refused') return 'unknown'
  return rows.some(({ value }) => value !== undefined && isStoredAs(constant, value)) ? 'all' : 'not_all'
}

/** A draft that selects one row with a constant, in a column `value`. */
const constantDraft = (
  { dialect: { sql } }: Pick<Engine, 'dialect'>,
  table: Table,
  { column, kind, value }: ColumnConstant,
): string => {
  if (sql === null) {
    const constant: Json = kind === 'number' ? Number(value) : value
    const pipeline = [{ $match: { [column]: constant } }, { $limit: 1 }, { $project: { _id: 0, value: `$${column}` } }]
    return JSON.stringify({ collection: table.name, pipeline })
  }
  const name = sql.identifier(column)
  const constant = kind === 'number' ? value : sql.text(value)
  return `SELECT ${name} AS value FROM ${sql.table(table)} WHERE ${name} = ${constant} ${sql.limit(1)}`
}
