import path from 'node:path'
import { type Command, Option } from 'commander'
import type { components } from '../../../clients/typescript/src/index.ts'
import { assistantMessageId, turnOfAnswer } from '../../ask/rules/history/message.ts'
import { EXPORT_FORMATS, type ExportFormat, MEDIA_TYPES } from '../../manage/exports/rules/export-format.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { rowsTable } from '../rows-table.ts'
import type { Terminal } from '../terminal.ts'
import { type ChatSurroundings, chatAction, turnOrConversationId, withIdInError } from './chat-action.ts'
import { type ChatTarget, type TargetOptions, withTarget } from './chat-target.ts'
import { newestMessages } from './history.ts'
import { saveBody } from './save-body.ts'
import { clientOf, isNotFound, unreadableResponse } from './service-client.ts'
import { ExportResult } from './service-responses.ts'

const PARTS = ['1', '2'] as const

interface ResultsOptions extends TargetOptions {
  readonly csv?: true | string
  readonly bom?: boolean
  readonly json?: boolean
  readonly part?: (typeof PARTS)[number]
  readonly export?: string
}

const EXAMPLES = `
Examples:
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d --csv orders.csv
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d --csv for-a-spreadsheet.csv --bom
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d --export all-orders.xlsx
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d --part 1
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d --csv | cut -d, -f1
  $ tabletalk results 01a20f6b-357c-75d6-9215-b2897de3796d --json | jq '.rows[0]'

With the id of a conversation, it shows the rows of the last answer that has rows. A CSV file is comma-separated UTF-8 with a
header line (RFC 4180). Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. --bom adds the
byte order mark by which spreadsheets detect UTF-8. The last line states how many rows were omitted.
--export runs the query of the answer again and saves all its rows, at most 100,000, as .csv, .xlsx or .json.
--json prints {"message_id", "columns": [{"name", "type"}], "rows", "row_count", "truncated", "left_out", "shortened",
"receipt"}; with --export {"file", "bytes", "rows", "truncated", "shortened"}; with --csv FILE {"file", "bytes", "truncated", "rows", "left_out", "shortened"}
(the last three are numbers).`

/** `tabletalk results`: shows or saves the rows of an answer. */
export const registerResults = (program: Command, surroundings: ChatSurroundings = {}): void => {
  withTarget(program.command('results'))
    .summary('show or save the rows of an answer')
    .description('Shows the rows of an answer as a table, or writes them as CSV.')
    .argument('<turn or conversation>', 'the id of a turn or of a conversation', turnOrConversationId)
    .option('--csv [file]', 'write CSV, into a file or to standard output')
    .option('--bom', 'begin the CSV file with a byte order mark, so that spreadsheets read it as UTF-8')
    .option('--export <file>', 'save all rows, as .csv, .xlsx or .json')
    .addOption(new Option('--part <number>', 'show the rows of an additional query of the answer').choices(PARTS))
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: ResultsOptions) =>
      chatAction(surroundings, options, async ({ terminal, target }) => {
        const { csv, json, bom } = options
        const file = csv === true || csv === '-' ? undefined : csv
        if (json === true && csv !== undefined && file === undefined)
          throw new CommandFailed(
            '--json and --csv both write to standard output: give --csv a file name, for example --csv rows.csv.',
          )
        if (options.export !== undefined && csv !== undefined)
          throw new CommandFailed('Give either --export or --csv, not both.')
        const format = options.export === undefined ? undefined : formatOfFile(options.export)
        if (bom === true && csv === undefined) throw new CommandFailed('--bom requires --csv.')
        const answer = { target, id, part: options.part }
        if (format !== undefined) await exportRows(answer, format, options, terminal)
        else if (csv === undefined) await showRows(answer, options, terminal)
        else await saveCsv(answer, file, options, terminal)
      }),
    )
}

/** The export format by the extension of a file name. @throws CommandFailed */
const formatOfFile = (file: string): ExportFormat => {
  const ending = path.extname(file).slice(1).toLowerCase()
  const format = EXPORT_FORMATS.find((one) => one === ending)
  if (format === undefined)
    throw new CommandFailed('--export writes .csv, .xlsx or .json: give a file name with one of these extensions.')
  return format
}

/** Names rows: `id` is the id of a turn or of a conversation. */
interface AnswerRows {
  readonly target: ChatTarget
  readonly id: string
  readonly part: ResultsOptions['part']
}

/** Calls the API for the answer of a turn, or for the last answer of a conversation that has rows. */
const ofAnswer = async <Value>(
  { target, id }: AnswerRows,
  call: (messageId: string) => Promise<Value>,
): Promise<Value> => {
  try {
    return await call(assistantMessageId(id))
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  const messages = await withIdInError(id, newestMessages(target, id))
  const last = messages.find(({ metadata }) => typeof metadata.row_count === 'number')
  if (last === undefined || turnOfAnswer(last.id) === undefined)
    throw new CommandFailed('No answer of this conversation has rows.')
  return await call(last.id)
}

const exportRows = async (
  answer: AnswerRows,
  format: ExportFormat,
  { export: file, json }: ResultsOptions,
  terminal: Terminal,
): Promise<void> => {
  const client = clientOf(answer.target)
  const body = answer.part === undefined ? { format } : { format, part: Number(answer.part) }
  const begun = await ofAnswer(answer, (message_id) =>
    client.call('post', '/api/v1/chat/messages/{message_id}/exports', { path: { message_id }, body }),
  )
  const onProgress = ({ progress }: components['schemas']['Job']): void => {
    if (json !== true) terminal.status(`Exporting: ${progress.step}`)
  }
  const { result } = await client.job(begun.data.id, { onProgress })
  terminal.status(undefined)
  const exported = ExportResult.safeParse(result)
  if (!exported.success) throw unreadableResponse(answer.target)
  const { url, row_count: rows, truncated, shortened } = exported.data
  const bytes = await saveBody(await client.download(url), MEDIA_TYPES[format], file)
  if (json === true) return printJson(terminal, { file, bytes, rows, truncated, shortened })
  terminal.note(`${file}: ${rows.toLocaleString('en-US')} rows, ${bytes.toLocaleString('en-US')} bytes`)
  if (shortened > 0) terminal.note(`Large cells truncated: ${shortened}`)
  if (truncated)
    terminal.note('The result has more rows than the export limit: the remaining rows are not in the file.')
}

const showRows = async (answer: AnswerRows, { json }: ResultsOptions, terminal: Terminal): Promise<void> => {
  const client = clientOf(answer.target)
  const query = { part: answer.part }
  const { data: results } = await ofAnswer(answer, (message_id) =>
    client.call('get', '/api/v1/chat/messages/{message_id}/results', { path: { message_id }, query }),
  )
  if (json === true) return printJson(terminal, results)
  if (results.columns.length === 0) throw new CommandFailed('This answer has no rows.')
  const { width, colors } = terminal
  const options = { width, colors, rowsMax: results.rows.length, overflow: 'wrap' } as const
  terminal.write(`${rowsTable({ ...results, truncated: false }, options)}\n`)
  const { row_count: rows, truncated, left_out, shortened = [] } = results
  noteLeftOut({ rows, leftOut: truncated ? left_out : 0, shortened: shortened.length }, terminal)
}

const saveCsv = async (
  answer: AnswerRows,
  file: string | undefined,
  { bom, json }: ResultsOptions,
  terminal: Terminal,
): Promise<void> => {
  const query = new URLSearchParams()
  if (bom === true) query.set('bom', '1')
  if (answer.part !== undefined) query.set('part', answer.part)
  const response = await ofAnswer(answer, (messageId) => {
    const address = `/api/v1/chat/messages/${encodeURIComponent(messageId)}/results`
    return clientOf(answer.target).download(query.size === 0 ? address : `${address}?${query}`, {
      headers: { Accept: 'text/csv' },
    })
  })
  const header = (name: string) => response.headers.get(`x-results-${name}`)
  const truncated = header('truncated') === 'true'
  const number = (name: string) => (/^\d+$/.test(header(name) ?? '') ? Number(header(name)) : undefined)
  const leftOut = truncated ? number('left-out') : 0
  const [rows, shortened = 0] = [number('rows'), number('shortened')]
  const bytes = await saveBody(response, MEDIA_TYPES.csv, file)
  if (json === true) return printJson(terminal, { file, bytes, truncated, rows, left_out: leftOut ?? null, shortened })
  if (file !== undefined) terminal.note(`${file}: ${bytes.toLocaleString('en-US')} bytes`)
  noteLeftOut({ rows, leftOut, shortened }, terminal)
}

interface LeftOut {
  readonly rows: number | undefined
  /** Undefined if rows were omitted without being counted. */
  readonly leftOut: number | undefined
  readonly shortened: number
}

/** Notes how many rows were omitted and how many cells truncated. */
const noteLeftOut = ({ rows, leftOut, shortened }: LeftOut, { note }: Pick<Terminal, 'note'>): void => {
  const kept = rows === undefined ? '' : ` than the ${counted(rows, 'row')} here`
  if (shortened > 0) note(`${counted(shortened, 'large cell')} truncated.`)
  if (leftOut === undefined) note(`The database had more rows${kept}; the omitted rows were not counted.`)
  else if (leftOut > 0) note(`The database had more rows${kept}: ${counted(leftOut, 'row')} omitted.`)
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
