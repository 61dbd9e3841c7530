import { type Table, tableName } from '../../domain/guard/schema.ts'
import type { Json } from '../../domain/json.ts'
import type { Engine } from '../../engines/engine.ts'
import { type ReadLimits, type ReadSource, readRows, unlessLate } from '../read-rows.ts'

/** The least and the greatest value of a column among the rows of a caller, null where it has none, and how many it has. */
export interface ColumnRange {
  readonly column: string
  readonly low: Json
  readonly high: Json
  readonly rows: number
  /** Rows without a value. */
  readonly nulls: number
}

const BYTES_MAX = 64 * 1024

/**
 * Ranges of columns, by one guarded statement over all rows of the table that the caller sees.
 *
 * @returns undefined where the guard or the database refuses, or it takes too long
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const readRanges = async (
  source: ReadSource,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  limits: ReadLimits,
): Promise<readonly ColumnRange[] | undefined> => {
  const found = source.rules.schema.tables.find((one) => tableName(one) === table)
  if (found === undefined || columns.length === 0) return undefined
  const draft = rangesDraft(source.engine, found, columns)
  const rows = await readRows(source, draft, { ...limits, rowsMax: 1, bytesMax: BYTES_MAX }).catch(unlessLate)
  if (rows === undefined || rows === 'refused') return undefined
  const [row = {}] = rows
  const count = Number(row.n ?? 0)
  return columns.map((column, at) => ({
    ...{ column, low: row[`low${at}`] ?? null, high: row[`high${at}`] ?? null },
    ...{ rows: count, nulls: count - Number(row[`filled${at}`] ?? 0) },
  }))
}

const rangesDraft = (
  { dialect: { sql } }: Pick<Engine, 'dialect'>,
  table: Table,
  columns: readonly string[],
): string => {
  if (sql === null) {
    const extremes = columns.flatMap((column, at) => [
      [`low${at}`, { $min: `$${column}` }],
      [`high${at}`, { $max: `$${column}` }],
      [`filled${at}`, { $sum: { $cond: [{ $gt: [`$${column}`, null] }, 1, 0] } }],
    ])
    const pipeline = [
      { $group: { _id: null, n: { $sum: 1 }, ...Object.fromEntries(extremes) } },
      { $project: { _id: 0 } },
    ]
    return JSON.stringify({ collection: table.name, pipeline })
  }
  const extremes = columns.map((column, at) => {
    const name = sql.identifier(column)
    return `MIN(${name}) AS low${at}, MAX(${name}) AS high${at}, COUNT(${name}) AS filled${at}`
  })
  return `SELECT COUNT(*) AS n, ${extremes.join(', ')} FROM ${sql.table(table)}`
}
