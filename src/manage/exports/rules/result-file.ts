import type { AnswerDisclosure } from '../../../access/rules/disclosure.ts'
import { titledResult } from '../../../ask/rules/column-titles.ts'
import type { QueryResult, Row } from '../../../ask/rules/outcome.ts'
import type { Receipt } from '../../../ask/rules/receipt.ts'
import { receiptData } from '../../../ask/rules/receipt-data.ts'
import { aboutLines } from './about-lines.ts'
import { type ExportFormat, rowsThatFit } from './export-format.ts'
import type { FileContent } from './file-content.ts'

interface FileRequest {
  readonly format: ExportFormat
  readonly bom?: boolean
  readonly messageId: string
  readonly part: number | undefined
  readonly question: string | undefined
  readonly result: QueryResult
  /** Undefined if no query was run. */
  readonly receipt: Receipt | undefined
  /** The tenant of the conversation. */
  readonly tenantId: string | undefined
  readonly scopeId: string | undefined
  /** What the reader receives beside the rows. */
  readonly disclosure: AnswerDisclosure
}

interface ResultFile {
  readonly content: FileContent
  readonly rows: readonly Row[]
  /** The result with the rows that fit into the format. */
  readonly result: QueryResult
}

/** Prepares a result for a file format. */
export const resultFile = (wanted: FileRequest): ResultFile => {
  const { format, bom = false, messageId, part, receipt, disclosure } = wanted
  const named = disclosure.names ? wanted.result : titledResult(wanted.result)
  const result = truncatedTo(named, rowsThatFit(format, named.columns.length))
  const { columns, rows, rowCount, truncated, leftOut, shortened } = result
  const fields = {
    message_id: messageId,
    ...(part === undefined ? {} : { part }),
    row_count: rowCount,
    truncated,
    ...(leftOut === undefined ? {} : { left_out: leftOut }),
    ...(shortened === undefined ? {} : { shortened }),
    ...(receipt === undefined || !disclosure.queries ? {} : { receipt: receiptData(receipt, true) }),
  }
  const about = aboutLines({ ...wanted, showsQuery: disclosure.queries, result })
  const content = {
    format,
    columns,
    ...(format === 'csv' ? { bom } : {}),
    ...(format === 'xlsx' ? { about } : {}),
    ...(format === 'json' ? { fields } : {}),
  }
  return { content, rows, result }
}

const truncatedTo = (result: QueryResult, max: number): QueryResult => {
  const { rows, rowCount, truncated, leftOut, shortened } = result
  if (rowCount <= max) return result
  const missing = rowCount - max + (leftOut ?? 0)
  return {
    ...result,
    rows: rows.slice(0, max),
    rowCount: max,
    truncated: true,
    ...(truncated && leftOut === undefined ? {} : { leftOut: missing }),
    ...(shortened === undefined ? {} : { shortened: shortened.filter(({ row }) => row < max) }),
  }
}
