import type { Response } from 'express'
import type { QueryResult } from '../ask/rules/outcome.ts'
import { type ExportFormat, MEDIA_TYPES } from '../manage/exports/rules/export-format.ts'

interface SentFile {
  /** Without extension: letters, digits and hyphens. */
  readonly name: string
  readonly format: ExportFormat
  readonly size: number
  /** In hex. */
  readonly sha256: string
  readonly counts: FileCounts
}

/** Counts of rows and of missing or shortened data, sent as headers because not every format has a field for them. */
interface FileCounts extends Pick<QueryResult, 'rowCount' | 'truncated' | 'leftOut'> {
  /** Number of shortened cells. */
  readonly shortened: number
}

/** Sets status and headers of a file download; the caller sends the bytes. */
export const beginFile = (res: Response, { name, format, size, sha256, counts }: SentFile): void => {
  const charset = format === 'xlsx' ? '' : '; charset=utf-8'
  res.status(200).setHeader('Content-Type', `${MEDIA_TYPES[format]}${charset}`)
  res.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`)
  res.setHeader('ETag', `"${sha256}"`)
  res.setHeader('Content-Length', size)
  for (const [header, value] of Object.entries(countHeaders(counts))) res.setHeader(header, value)
}

export const COUNT_HEADERS = [
  'X-Results-Rows',
  'X-Results-Left-Out',
  'X-Results-Truncated',
  'X-Results-Shortened',
] as const

const countHeaders = ({
  rowCount,
  truncated,
  leftOut,
  shortened,
}: FileCounts): Partial<Record<(typeof COUNT_HEADERS)[number], string>> => ({
  'X-Results-Rows': String(rowCount),
  'X-Results-Left-Out': truncated ? String(leftOut ?? 'unknown') : '0',
  ...(truncated ? { 'X-Results-Truncated': 'true' } : {}),
  ...(shortened > 0 ? { 'X-Results-Shortened': String(shortened) } : {}),
})
