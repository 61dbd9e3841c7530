import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import type { QueryResult } from '../../../domain/ask/outcome.ts'
import { safeCell } from '../../../domain/history/safe-cell.ts'

/** Sends rows as a CSV file (RFC 4180, UTF-8), as fast as the client takes them; no cell of it is a formula. */
export const sendCsv = async (
  res: Response,
  name: string,
  { columns, rows, truncated }: QueryResult,
): Promise<void> => {
  res.status(200).type('text/csv; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`)
  if (truncated) res.setHeader('X-Results-Truncated', 'true')
  const records = function* () {
    yield columns.map((column) => safeCell(column.name))
    for (const row of rows) yield columns.map((column) => safeCell(row[column.name]))
  }
  try {
    await pipeline(Readable.from(records()), stringify(csvFormat(columns.length)), res)
  } catch (error) {
    // Whoever has hung up needs no answer.
    if (!res.destroyed) throw error
  }
}

/** Besides what ends a record here, what ends one elsewhere is quoted; a record of one empty cell is no empty line. */
const csvFormat = (columns: number) =>
  ({ record_delimiter: 'windows', quoted_match: /[\r\n]/, quoted_empty: columns === 1 }) as const
