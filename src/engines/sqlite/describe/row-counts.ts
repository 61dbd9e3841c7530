import type { DatabaseSync } from 'node:sqlite'
import { fold, quote } from '../language/names.ts'

/** Approximate number of rows of a table; undefined if unknown. @param columns all its column names */
export type RowCounts = (table: string, columns: readonly string[]) => number | undefined

/** Above this, row numbers are probably not counters. */
const SPAN_MAX = 2_000_000
/** Maximum number of statistics read. */
const STATISTICS_MAX = 200_000

/**
 * Estimates row counts without counting: from the last ANALYZE, else from the distance between the first and last
 * rowid, at constant cost.
 */
export const rowCounts = (database: DatabaseSync): RowCounts => {
  const analyzed = statistics(database)
  const withoutRowid = new Set(namesIn(database, `${LIST} AND wr = 1`))
  return (table, columns) => {
    const quoted = `main.${quote(table)}`
    if (database.prepare(`SELECT 1 FROM ${quoted} LIMIT 1`).get() === undefined) return 0
    const known = analyzed.get(fold(table))
    if (known !== undefined) return known
    const number = withoutRowid.has(table) ? undefined : rowidName(columns)
    if (number === undefined) return undefined
    // Separate sub-selects let SQLite find each at an end of the tree.
    const [first, last] = ['min', 'max'].map((end) => `(SELECT ${end}(${number}) FROM ${quoted})`)
    const span = Number(database.prepare(`SELECT 1.0 + ${last} - ${first} AS span`).get()?.span)
    return span <= SPAN_MAX ? span : undefined
  }
}

const LIST = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"

const namesIn = (database: DatabaseSync, sql: string): readonly string[] =>
  database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name))

/** Row counts by folded name. The maximum over a table's indexes, because partial ones have fewer rows. */
const statistics = (database: DatabaseSync): ReadonlyMap<string, number> => {
  if (namesIn(database, `${LIST} AND name = 'sqlite_stat1'`).length === 0) return new Map()
  const some = `SELECT tbl, CAST(stat AS INTEGER) AS rows FROM main.sqlite_stat1 LIMIT ${STATISTICS_MAX}`
  const found = database
    .prepare(`SELECT tbl, 1.0 * max(0, max(rows)) AS rows FROM (${some}) GROUP BY tbl COLLATE NOCASE`)
    .all()
  return new Map(found.map(({ tbl, rows }) => [fold(String(tbl)), Math.min(Number(rows), Number.MAX_SAFE_INTEGER)]))
}

/** A name of the rowid, unless columns have all of its names. */
const rowidName = (columns: readonly string[]): string | undefined => {
  const taken = new Set(columns.map(fold))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
}
