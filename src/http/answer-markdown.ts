import type { Chart } from '../ask/rules/answer.ts'
import { type Choice, choiceLine } from '../ask/rules/choice.ts'
import { columnTitles } from '../ask/rules/column-titles.ts'
import { DedupedText, statesAllCells } from '../ask/rules/deduped-text.ts'
import type { QueryResult } from '../ask/rules/outcome.ts'
import { toSingleLine } from '../platform/mail/rules/one-line.ts'
import { cutText } from '../platform/values/cut-text.ts'
import type { Json } from '../platform/values/json.ts'
import { shortJson } from '../platform/values/short-json.ts'

/** The rows of a query of an answer, with what was run for them, as `AnswerReader` gives them. */
export interface TablePart {
  /** Only of a part. */
  readonly title?: string | undefined
  readonly result: Omit<QueryResult, 'executionTimeMs'>
  readonly receipt: ReceiptFields | undefined
}

/** The fields of a receipt that its Markdown shows: those of `receiptData`, or of a query that is about to run. */
export interface ReceiptFields {
  readonly query?: string | undefined
  readonly tables: readonly {
    readonly table: string
    readonly mode: string
    readonly filter_columns?: readonly string[] | undefined
  }[]
}

/** What an answer has beside its text. */
export interface AnswerDetails {
  readonly turnId: string
  /** As the reader may see it. */
  readonly database: string
  readonly tables: readonly TablePart[]
  readonly chart?: Pick<Chart, 'title' | 'type'> | undefined
  readonly choices?: readonly Choice[] | undefined
}

/** The parts of an answer that a client wants beside its text. */
export interface MarkdownParts {
  readonly table: boolean
  readonly receipt: boolean
}

const CELL_LENGTH_MAX = 200
const QUERY_LENGTH_MAX = 4_000

/** An answer as Markdown (CommonMark with tables), in which data forms no markup. */
export const answerMarkdown = (message: string, details: AnswerDetails, parts: MarkdownParts): string =>
  textMarkdown(message, details.tables[0]?.result, parts) + detailsMarkdown(message, details, parts)

/** The text of an answer, without the lines that repeat rows of its table. @param result the one of its first query */
export const textMarkdown = (
  message: string,
  result: TablePart['result'] | undefined,
  parts: MarkdownParts,
): string => {
  const deduped = dedupedText(result, parts)
  return inertMarkdown(deduped.push(message) + deduped.end())
}

/** `textMarkdown` for a text that arrives in pieces, after its rows. */
export const dedupedText = (result: TablePart['result'] | undefined, { table }: MarkdownParts): DedupedText =>
  new DedupedText(table && result !== undefined ? result : undefined)

/** What follows the text of an answer; empty, or beginning with a blank line. */
export const detailsMarkdown = (message: string, details: AnswerDetails, parts: MarkdownParts): string => {
  const { table, receipt } = parts
  const { tables, choices = [] } = details
  const shown = textMarkdown(message, tables[0]?.result, parts)
  const blocks = [
    ...(choices.every((choice, at) => message.includes(choiceLine(choice, at)))
      ? []
      : [choices.map(choiceLine).map(inertMarkdown).join('\n')]),
    ...(table ? tables.flatMap((part) => titledTable(part, shown)) : []),
    ...(receipt && (tables.length > 0 || choices.length > 0) ? [`---\n${receiptMarkdown(details)}`] : []),
  ]
  return blocks.map((block) => `\n\n${block}`).join('')
}

/** A text without images and HTML: an image would tell its server of each reader. Other Markdown stays. */
export const inertMarkdown = (text: string): string =>
  text.replace(ACTIVE, (mark, escapes: string) =>
    escapes.length % 2 === 1 ? mark : `${escapes}\\${mark.slice(escapes.length)}`,
  )

/** With the backslashes before it: an odd number escapes it already. */
const ACTIVE = /(\\*)(?:!(?=\[)|<(?=[a-z/!?]))/gi

/** `inertMarkdown` for a text that arrives in pieces: its last characters may be held back until the next one. */
export const inertPieces = () => {
  let held = ''
  return (piece: string): string => {
    const text = held + piece
    const end = text.search(/[\\!<]*$/)
    held = text.slice(end)
    return inertMarkdown(text.slice(0, end))
  }
}

const titledTable = ({ title, result }: TablePart, message: string): readonly string[] => {
  if (result.columns.length === 0 || statesAllCells(result, message)) return []
  return [`${title === undefined ? '' : `**${literal(title)}**\n\n`}${tableMarkdown(result)}`]
}

/** The rows of an answer as a table, and how many more there are. */
export const tableMarkdown = (result: TablePart['result']): string => {
  const { columns, rows } = result
  const titles = columnTitles(columns)
  const heads = columns.map(({ unit }, at) => literal(`${titles[at]}${unit === undefined ? '' : ` (${unit})`}`))
  const lines = [
    tableLine(heads),
    tableLine(columns.map(({ type }) => (type === 'number' ? '---:' : '---'))),
    ...rows.map((row) => tableLine(columns.map(({ name }) => cellMarkdown(row[name])))),
  ]
  const more = moreRows(result)
  return lines.join('\n') + (more === undefined ? '' : `\n\n… ${more}`)
}

const moreRows = ({ truncated, leftOut = 0 }: Pick<QueryResult, 'truncated' | 'leftOut'>): string | undefined => {
  if (leftOut > 0) return `and ${leftOut} more ${leftOut === 1 ? 'row' : 'rows'}`
  return truncated ? 'and more rows' : undefined
}

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const cellMarkdown = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return literal(typeof cell === 'string' ? cell : shortJson(cell, CELL_LENGTH_MAX))
}

/** Characters that form markup; an underscore inside a word forms none. */
const MARKUP = /[\\`|*~<[&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** A text of the database as one line that is shown as it is. */
const literal = (text: string): string => toSingleLine(text, CELL_LENGTH_MAX).replace(MARKUP, '\\$&')

/** The database, the turn, the row rules and the query of an answer. */
export const receiptMarkdown = ({ turnId, database, tables, chart }: Omit<AnswerDetails, 'choices'>): string => {
  const receipts = tables.flatMap(({ receipt }) => receipt ?? [])
  return [
    `*${literal(database)} · turn ${turnId}*`,
    ...receipts.flatMap((receipt) => [rowRules(receipt), queryBlock(receipt)]).filter((block) => block !== ''),
    ...(chart === undefined || chart.type === 'figure'
      ? []
      : [`Chart: ${literal(chart.title)} (${chart.type}), at \`/api/v1/chat/messages/${turnId}.assistant/chart\``]),
  ].join('\n\n')
}

const rowRules = ({ tables }: ReceiptFields): string => {
  const rules = tables.map(({ table, mode, filter_columns: columns = [] }) => {
    const rule = columns.length === 0 ? MODES[mode] : `${MODES[mode] ?? mode} by ${columns.map(literal).join(', ')}`
    return `${literal(table)}: ${rule ?? mode}`
  })
  return rules.length === 0 ? '' : `Rows: ${rules.join('; ')}`
}

/** Modes of a policy, in words. */
const MODES: Readonly<Record<string, string>> = {
  tenant: 'of the tenant',
  tenantRoot: 'of the tenant',
  via: 'of the tenant',
  shared: 'shared by all tenants',
  sharedOrOwn: 'shared or of the tenant',
}

/** SQL, or a command as JSON. A fence is longer than any run of backticks in it. */
const queryBlock = ({ query }: ReceiptFields): string => {
  if (query === undefined) return ''
  const text = query.length > QUERY_LENGTH_MAX ? `${cutText(query, QUERY_LENGTH_MAX)}…` : query
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  return `${fence}${text.startsWith('{') ? 'json' : 'sql'}\n${text}\n${fence}`
}
