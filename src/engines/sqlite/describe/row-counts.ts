import type { DatabaseSync } from 'node:sqlite'
import { fold, quote } from '../language/names.ts'

/**
 * About how many rows a table has, undefined where that is not known.
 *
 * @param columns the names of all its columns
 */
export type RowCounts = (table: string, columns: readonly string[]) => number | undefined

/** Above this a table is large, and its numbers may well be no counters. */
const SPAN_MAX = 2_000_000
/** Tables and indexes that statistics are read of. */
const STATISTICS_MAX = 200_000

/**
 * How many rows tables have, without counting them: what the last ANALYZE found, else how far the numbers of the first
 * and the last row are apart, which costs the same however many lie between.
 */
export const rowCounts = (database: DatabaseSync): RowCounts => {
  const analyzed = statistics(database)
  const withoutNumbers = new Set(namesIn(database, `${LIST} AND wr = 1`))
  return (table, columns) => {
    const quoted = `main.${quote(table)}`
    if (database.prepare(`SELECT 1 FROM ${quoted} LIMIT 1`).get() === undefined) return 0
    const known = analyzed.get(fold(table))
    if (known !== undefined) return known
    const number = withoutNumbers.has(table) ? undefined : numberName(columns)
    if (number === undefined) return undefined
    // Asked for one by one, each is found at an end of the tree.
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

/** By folded names. A table is there once for each of its indexes, of which a partial one has fewer rows. */
const statistics = (database: DatabaseSync): ReadonlyMap<string, number> => {
  if (namesIn(database, `${LIST} AND name = 'sqlite_stat1'`).length === 0) return new Map()
  const some = `SELECT tbl, CAST(stat AS INTEGER) AS rows FROM main.sqlite_stat1 LIMIT ${STATISTICS_MAX}`
  const found = database
    .prepare(`SELECT tbl, 1.0 * max(0, max(rows)) AS rows FROM (${some}) GROUP BY tbl COLLATE NOCASE`)
    .all()
  return new Map(found.map(({ tbl, rows }) => [fold(String(tbl)), Math.min(Number(rows), Number.MAX_SAFE_INTEGER)]))
}

/** How the number of a row is called, unless columns have all of its names. */
const numberName = (columns: readonly string[]): string | undefined => {
  const taken = new Set(columns.map(fold))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
}
