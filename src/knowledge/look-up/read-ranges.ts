import type { CodeCount, ColumnProfile, ProfiledColumn } from '../../ask/rules/column-profile.ts'
import type { Engine } from '../../engines/engine.ts'
import { type Table, tableName } from '../../guard/schema.ts'
import { ignoreTimeout, type ReadLimits, type ReadSource, readRows } from '../read-rows.ts'

/** A column, and the codes that its rows are counted by. */
type RangeColumn = Pick<ProfiledColumn, 'column' | 'codes'>

/** Minimum and maximum of a column in the rows of a caller, null if it has no value, with row counts. */
export type ColumnRange = Pick<ColumnProfile, 'column' | 'low' | 'high' | 'rows' | 'nulls' | 'counts'>

const BYTES_MAX = 64 * 1024

/**
 * Ranges of columns, by one guarded statement over all rows of the table that the caller sees. If it is refused, each
 * half of the columns is read separately, so that one bad column does not affect the others.
 *
 * @returns undefined on a timeout; without columns that the guard or the database refuses
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const readRanges = async (
  source: ReadSource,
  { table, columns }: { readonly table: string; readonly columns: readonly RangeColumn[] },
  limits: ReadLimits,
): Promise<readonly ColumnRange[] | undefined> => {
  const deadline = performance.now() + limits.timeoutMs
  const found = source.rules.schema.tables.find((one) => tableName(one) === table)
  if (found === undefined || columns.length === 0 || limits.timeoutMs < 1) return undefined
  const draft = rangesDraft(source.engine, found, columns)
  const rows = await readRows(source, draft, { ...limits, rowsMax: 1, bytesMax: BYTES_MAX }).catch(ignoreTimeout)
  if (rows === undefined) return undefined
  if (rows === 'refused') {
    const half = Math.ceil(columns.length / 2)
    if (half === columns.length) return undefined
    const ranges: ColumnRange[] = []
    for (const some of [columns.slice(0, half), columns.slice(half)]) {
      const timeoutMs = Math.floor(deadline - performance.now())
      ranges.push(...((await readRanges(source, { table, columns: some }, { ...limits, timeoutMs })) ?? []))
    }
    return ranges
  }
  const [row = {}] = rows
  const count = Number(row.n ?? 0)
  return columns.map(({ column, codes = [] }, at) => {
    const filled = Number(row[`filled${at}`] ?? 0)
    const counts = codes
      .map((code, place): CodeCount => ({ code, rows: Number(row[`code${at}_${place}`] ?? 0) }))
      .filter((one) => one.rows > 0)
    const isAll = counts.reduce((sum, one) => sum + one.rows, 0) === filled && filled > 0
    return {
      column,
      low: row[`low${at}`] ?? null,
      high: row[`high${at}`] ?? null,
      rows: count,
      nulls: count - filled,
      ...(isAll ? { counts } : {}),
    }
  })
}

const rangesDraft = (
  { dialect: { sql } }: Pick<Engine, 'dialect'>,
  table: Table,
  columns: readonly RangeColumn[],
): string => {
  if (sql === null) {
    const extremes = columns.flatMap(({ column, codes = [] }, at) => [
      [`low${at}`, { $min: `$${column}` }],
      [`high${at}`, { $max: `$${column}` }],
      [`filled${at}`, { $sum: { $cond: [{ $gt: [`$${column}`, null] }, 1, 0] } }],
      ...codes.map((code, place) => [
        `code${at}_${place}`,
        { $sum: { $cond: [{ $eq: [`$${column}`, { $literal: code }] }, 1, 0] } },
      ]),
    ])
    const pipeline = [
      { $group: { _id: null, n: { $sum: 1 }, ...Object.fromEntries(extremes) } },
      { $project: { _id: 0 } },
    ]
    return JSON.stringify({ collection: table.name, pipeline })
  }
  const extremes = columns.flatMap(({ column, codes = [] }, at) => {
    const name = sql.identifier(column)
    return [
      `MIN(${name}) AS low${at}, MAX(${name}) AS high${at}, COUNT(${name}) AS filled${at}`,
      ...codes.map((code, place) => {
        const constant = typeof code === 'string' ? sql.text(code) : String(code)
        return `COUNT(CASE WHEN ${name} = ${constant} THEN 1 END) AS code${at}_${place}`
      }),
    ]
  })
  return `SELECT COUNT(*) AS n, ${extremes.join(', ')} FROM ${sql.table(table)}`
}
