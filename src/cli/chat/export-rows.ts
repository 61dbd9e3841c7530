import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { EXPORT_FORMATS, type ExportFormat } from '../../domain/export/export-format.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import type { Terminal } from '../terminal.ts'
import { callApi, callForData, dataOf } from './call-api.ts'
import type { ChatTarget } from './chat-target.ts'
import { saveBody } from './save-body.ts'

export interface RowsExport {
  /** What to export, as the first request has begun it. */
  readonly begun: Response
  readonly file: string
  readonly json: boolean
}

/** The format that the name of a file says. @throws CommandFailed */
export const formatOfFile = (file: string): ExportFormat => {
  const ending = path.extname(file).slice(1).toLowerCase()
  const format = EXPORT_FORMATS.find((one) => one === ending)
  if (format === undefined)
    throw new CommandFailed('--export writes .csv, .xlsx or .json: give a file name with one of these extensions.')
  return format
}

const ExportJob = z.looseObject({
  id: z.string(),
  status: z.string(),
  progress: z.looseObject({ step: z.string() }),
  result: z
    .looseObject({ url: z.string(), row_count: z.number(), truncated: z.boolean(), shortened: z.number() })
    .nullable(),
  problem: z.looseObject({ message: z.string() }).nullable(),
})

const LOOK_MS = 500

/** Waits until an export has ended, and saves its file. @throws CommandFailed where it ends otherwise */
export const exportRows = async (
  target: ChatTarget,
  { begun, file, json }: RowsExport,
  terminal: Pick<Terminal, 'note' | 'status' | 'write'>,
): Promise<void> => {
  let job = await dataOf(begun, target.baseUrl, ExportJob)
  while (job.status === 'queued' || job.status === 'running') {
    if (!json) terminal.status(`Exporting: ${job.progress.step}`)
    await pause(LOOK_MS)
    job = await callForData(target, { path: `/jobs/${job.id}` }, ExportJob)
  }
  terminal.status(undefined)
  const { status, result, problem } = job
  if (status !== 'succeeded' || result === null)
    throw new CommandFailed(problem?.message ?? `The export failed with status ${status}.`)
  const { row_count: rows, truncated, shortened } = result
  const bytes = await saveBody(await callApi(target, { path: result.url.replace('/api/v1', '') }), file)
  if (json) return printJson(terminal, { file, bytes, rows, truncated, shortened })
  terminal.note(`${file}: ${rows.toLocaleString('en-US')} rows, ${bytes.toLocaleString('en-US')} bytes`)
  if (shortened > 0) terminal.note(`Large cells truncated: ${shortened}`)
  if (truncated)
    terminal.note('The result has more rows than the export limit: the remaining rows are not in the file.')
}
