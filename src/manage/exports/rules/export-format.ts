/** File formats of exports. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/** Maximum cells of a workbook: the library holds all of them in memory, about 500 bytes each. */
const WORKBOOK_CELLS_MAX = 1_000_000

/** Maximum rows of a file. */
export const rowsThatFit = (format: ExportFormat, columns: number): number =>
  format === 'xlsx' ? Math.floor(WORKBOOK_CELLS_MAX / Math.max(1, columns)) : Number.MAX_SAFE_INTEGER
