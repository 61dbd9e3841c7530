import type { Command } from 'commander'
import { z } from 'zod'
import { assistantMessageId, turnOfAnswer } from '../../domain/history/message.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { rowsTable } from '../rows-table.ts'
import type { Terminal } from '../terminal.ts'
import { callApi, dataOf, Refused } from './call-api.ts'
import { notThere } from './cancel.ts'
import { type ChatSurroundings, chatAction } from './chat-action.ts'
import { type ChatTarget, chatTarget, type TargetOptions, withTarget } from './chat-target.ts'
import { exportRows, formatOfFile } from './export-rows.ts'
import { turnOrConversationId } from './ids.ts'
import { messagesOf } from './message-pages.ts'
import { saveBody } from './save-body.ts'

interface ResultsOptions extends TargetOptions {
  readonly csv?: true | string
  readonly bom?: boolean
  readonly json?: boolean
  readonly part?: string
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

/** `tabletalk results`: the rows behind an answer. */
export const registerResults = (program: Command, surroundings: ChatSurroundings = {}): void => {
  withTarget(program.command('results'))
    .summary('show or save the rows of an answer')
    .description('Shows the rows of an answer as a table, or writes them as CSV.')
    .argument('<turn or conversation>', 'the id of a turn or of a conversation', turnOrConversationId)
    .option('--csv [file]', 'write CSV, into a file or to standard output')
    .option('--bom', 'begin the CSV file with a byte order mark, so that spreadsheets read it as UTF-8')
    .option('--export <file>', 'save all rows, as .csv, .xlsx or .json')
    .option('--part <number>', 'show the rows of an additional query of the answer: 1 or 2')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: ResultsOptions) =>
      chatAction(surroundings, async ({ terminal, home }) => {
        const file = options.csv === true || options.csv === '-' ? undefined : options.csv
        if (options.json === true && options.csv !== undefined && file === undefined)
          throw new CommandFailed(
            '--json and --csv both write to standard output: give --csv a file name, for example --csv rows.csv.',
          )
        if (options.export !== undefined && options.csv !== undefined)
          throw new CommandFailed('Give either --export or --csv, not both.')
        const format = options.export === undefined ? undefined : formatOfFile(options.export)
        if (options.bom === true && options.csv === undefined) throw new CommandFailed('--bom requires --csv.')
        const target = await chatTarget(home, options)
        if (target.note !== undefined && options.json !== true) terminal.note(target.note)
        if (format !== undefined && options.export !== undefined) {
          const part = options.part === undefined ? {} : { part: Number(options.part) }
          const body = { format, ...part }
          const begun = await ofAnswer(target, id, (messageId) =>
            callApi(target, { method: 'POST', path: `/chat/messages/${messageId}/exports`, body }),
          )
          return await exportRows(target, { begun, file: options.export, json: options.json === true }, terminal)
        }
        const query = new URLSearchParams({
          ...(options.bom === true ? { bom: '1' } : {}),
          ...(options.part === undefined ? {} : { part: options.part }),
        })
        const headers = { Accept: options.csv === undefined ? 'application/json' : 'text/csv' }
        const response = await ofAnswer(target, id, (messageId) =>
          callApi(target, {
            path: `/chat/messages/${messageId}/results${query.size === 0 ? '' : `?${query}`}`,
            headers,
          }),
        )
        if (options.csv === undefined) await showRows(response, target, options, terminal)
        else await saveCsv(response, file, options, terminal)
      }),
    )
}

const NOT_FOUND = 404
/** The latest messages of a conversation, in which its last rows are looked for. */
const LOOKED_THROUGH = 1_000

/** Calls about the answer of a turn, or about the last one of a conversation that has any rows. */
const ofAnswer = async (
  target: ChatTarget,
  id: string,
  call: (messageId: string) => Promise<Response>,
): Promise<Response> => {
  const ofTurn = (turnId: string) => call(encodeURIComponent(assistantMessageId(turnId)))
  try {
    return await ofTurn(id)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== NOT_FOUND) throw error
  }
  const { items } = await messagesOf(target, id, { limit: LOOKED_THROUGH }).catch(notThere(id))
  const last = items.find(({ metadata }) => typeof metadata.row_count === 'number')
  const turnId = last === undefined ? undefined : turnOfAnswer(last.id)
  if (turnId === undefined) throw new CommandFailed('No answer of this conversation has rows.')
  return await ofTurn(turnId)
}

const Rows = z.looseObject({
  message_id: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  row_count: z.number(),
  truncated: z.boolean(),
  left_out: z.number().optional(),
  shortened: z.array(z.unknown()).optional(),
})

const showRows = async (
  response: Response,
  target: ChatTarget,
  { json }: ResultsOptions,
  terminal: Terminal,
): Promise<void> => {
  const results = await dataOf(response, target.baseUrl, Rows)
  if (json === true) return printJson(terminal, results)
  if (results.columns.length === 0) throw new CommandFailed('This answer has no rows.')
  const { width, colors } = terminal
  const options = { width, colors, rowsMax: results.rows.length, overflow: 'wrap' } as const
  terminal.write(`${rowsTable({ ...results, truncated: false }, options)}\n`)
  const { row_count: rows, truncated, left_out, shortened = [] } = results
  noteLeftOut({ rows, leftOut: truncated ? left_out : 0, shortened: shortened.length }, terminal)
}

const saveCsv = async (
  response: Response,
  file: string | undefined,
  { json }: ResultsOptions,
  terminal: Terminal,
): Promise<void> => {
  const header = (name: string) => response.headers.get(`x-results-${name}`)
  const truncated = header('truncated') === 'true'
  const number = (name: string) => (/^\d+$/.test(header(name) ?? '') ? Number(header(name)) : undefined)
  const leftOut = truncated ? number('left-out') : 0
  const [rows, shortened = 0] = [number('rows'), number('shortened')]
  const bytes = await saveBody(response, file)
  if (json === true) return printJson(terminal, { file, bytes, truncated, rows, left_out: leftOut ?? null, shortened })
  if (file !== undefined) terminal.note(`${file}: ${bytes.toLocaleString('en-US')} bytes`)
  noteLeftOut({ rows, leftOut, shortened }, terminal)
}

interface LeftOut {
  readonly rows: number | undefined
  /** Undefined where there are some that nobody counted. */
  readonly leftOut: number | undefined
  readonly shortened: number
}

/** Says in the last line what is missing. */
const noteLeftOut = ({ rows, leftOut, shortened }: LeftOut, { note }: Pick<Terminal, 'note'>): void => {
  const kept = rows === undefined ? '' : ` than the ${counted(rows, 'row')} here`
  if (shortened > 0) note(`${counted(shortened, 'large cell')} truncated.`)
  if (leftOut === undefined) note(`The database had more rows${kept}; the omitted rows were not counted.`)
  else if (leftOut > 0) note(`The database had more rows${kept}: ${counted(leftOut, 'row')} omitted.`)
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
