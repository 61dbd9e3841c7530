import { stringify } from 'csv-stringify/sync'
import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { FileBuilder } from './file-builder.ts'
import { headerOf } from './header-of.ts'
import type { FileContent } from './rules/file-content.ts'

/** Builds a CSV file (RFC 4180, UTF-8) without formulas. */
export const csvBuilder = ({ columns, bom = false }: FileContent): FileBuilder => {
  const encode = (records: readonly (readonly string[])[], startsFile = false): Buffer =>
    Buffer.from(stringify([...records], { ...csvFormat(columns.length), bom: bom && startsFile }))
  const parts = [encode([columns.map(headerOf)], true)]
  return {
    add: (rows) => void parts.push(encode(rows.map((row) => columns.map(({ name }) => safeCell(row[name]))))),
    end: async () => ({ bytes: Buffer.concat(parts), shortened: 0 }),
  }
}

/** Quotes every line break, also one that ends no record; a record of one empty cell is not an empty line. */
const csvFormat = (columns: number) =>
  ({ record_delimiter: 'windows', quoted_match: /[\r\n]/, quoted_empty: columns === 1 }) as const
