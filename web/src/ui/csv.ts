import { saveFile } from './save-file.ts'

type CsvCell = string | number | null

/** Prefixes that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const written = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A CSV file (RFC 4180) without formulas. */
const csvOf = (lines: readonly (readonly CsvCell[])[]): string =>
  lines.map((line) => `${line.map(written).join(',')}\r\n`).join('')

/** Downloads it, with a byte order mark so that spreadsheets read it as UTF-8. */
export const saveCsv = (lines: readonly (readonly CsvCell[])[], name: string): void =>
  saveFile(new Blob(['\uFEFF', csvOf(lines)], { type: 'text/csv;charset=utf-8' }), name)
