import type { ResultColumn } from '../../../ask/rules/outcome.ts'
import type { AboutLine } from './about-lines.ts'
import type { ExportFormat } from './export-format.ts'

/** The contents of a file besides its rows; plain data that can be posted to a thread. */
export interface FileContent {
  readonly format: ExportFormat
  readonly columns: readonly ResultColumn[]
  /** CSV only: whether it starts with a byte order mark, by which spreadsheets recognize UTF-8. */
  readonly bom?: boolean
  /** Workbooks only: the lines of the sheet About. */
  readonly about?: readonly AboutLine[]
  /** JSON only: the fields before columns and rows. */
  readonly fields?: Readonly<Record<string, unknown>>
}
