import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import type { QueryResult } from '../../../domain/ask/outcome.ts'
import { safeCell } from '../../../domain/history/safe-cell.ts'

export interface CsvFile {
  /** Without its ending. */
  readonly name: string
  /** Whether it begins with a byte order mark, by which spreadsheets know UTF-8. */
  readonly bom: boolean
}

/** Sends rows as a CSV file (RFC 4180, UTF-8), as fast as the client takes them; no cell of it is a formula. */
export const sendCsv = async (res: Response, { name, bom }: CsvFile, result: QueryResult): Promise<void> => {
  const { columns, rows } = result
  res.status(200).type('text/csv; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`)
  for (const [header, value] of Object.entries(leftOutHeaders(result))) res.setHeader(header, value)
  const records = function* () {
    yield columns.map(({ name, unit }) => safeCell(unit === undefined ? name : `${name} (${unit})`))
    for (const row of rows) yield columns.map((column) => safeCell(row[column.name]))
  }
  try {
    await pipeline(Readable.from(records()), stringify({ ...csvFormat(columns.length), bom }), res)
  } catch (error) {
    // Whoever has hung up needs no answer.
    if (!res.destroyed) throw error
  }
}

/** What a file without a place for it says of rows and cells that are not there in full. */
export const CSV_HEADERS = [
  'X-Results-Rows',
  'X-Results-Left-Out',
  'X-Results-Truncated',
  'X-Results-Shortened',
] as const

const leftOutHeaders = ({
  rowCount,
  truncated,
  leftOut,
  shortened = [],
}: QueryResult): Partial<Record<(typeof CSV_HEADERS)[number], string>> => ({
  'X-Results-Rows': String(rowCount),
  'X-Results-Left-Out': truncated ? String(leftOut ?? 'unknown') : '0',
  ...(truncated ? { 'X-Results-Truncated': 'true' } : {}),
  ...(shortened.length > 0 ? { 'X-Results-Shortened': String(shortened.length) } : {}),
})

/** Besides what ends a record here, what ends one elsewhere is quoted; a record of one empty cell is no empty line. */
const csvFormat = (columns: number) =>
  ({ record_delimiter: 'windows', quoted_match: /[\r\n]/, quoted_empty: columns === 1 }) as const
