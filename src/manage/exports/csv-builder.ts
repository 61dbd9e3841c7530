import { stringify } from 'csv-stringify/sync'
import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { FileBuilder } from './file-builder.ts'
import { headerOf } from './header-of.ts'
import type { FileContent } from './rules/file-content.ts'

/** A CSV file (RFC 4180, UTF-8); no cell of it is a formula. */
export const csvBuilder = ({ columns, bom = false }: FileContent): FileBuilder => {
  const written = (records: readonly (readonly string[])[], startsFile = false): Buffer =>
    Buffer.from(stringify([...records], { ...csvFormat(columns.length), bom: bom && startsFile }))
  const parts = [written([columns.map(headerOf)], true)]
  return {
    add: (rows) => void parts.push(written(rows.map((row) => columns.map(({ name }) => safeCell(row[name]))))),
    end: async () => ({ bytes: Buffer.concat(parts), shortened: 0 }),
  }
}

/** Besides what ends a record here, what ends one elsewhere is quoted; a record of one empty cell is no empty line. */
const csvFormat = (columns: number) =>
  ({ record_delimiter: 'windows', quoted_match: /[\r\n]/, quoted_empty: columns === 1 }) as const
