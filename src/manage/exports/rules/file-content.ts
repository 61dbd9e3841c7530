import type { ResultColumn } from '../../../ask/rules/outcome.ts'
import type { AboutLine } from './about-lines.ts'
import type { ExportFormat } from './export-format.ts'

/** What a file is to hold besides its rows. Plain data: it travels to a thread. */
export interface FileContent {
  readonly format: ExportFormat
  readonly columns: readonly ResultColumn[]
  /** Of a CSV file: whether it begins with a byte order mark, by which spreadsheets know UTF-8. */
  readonly bom?: boolean
  /** Of a workbook: the lines of its second sheet. */
  readonly about?: readonly AboutLine[]
  /** Of a JSON file: the fields before its columns and rows. */
  readonly fields?: Readonly<Record<string, unknown>>
}
