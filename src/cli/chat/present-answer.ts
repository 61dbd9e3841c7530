import type { components, StreamedEvent } from '../../../clients/typescript/src/index.ts'
import { choiceLine } from '../../ask/rules/choice.ts'
import { DedupedText, statesAllCells } from '../../ask/rules/deduped-text.ts'
import { ownPicture, storedChart } from '../../charts/rules/chart-picture.ts'
import { textChart } from '../../charts/text-chart.ts'
import { printable } from '../../platform/values/printable.ts'
import { CommandFailed } from '../command-failed.ts'
import { rowsTable } from '../rows-table.ts'
import type { Terminal } from '../terminal.ts'
import { styled } from '../text-table.ts'

/** Opens the event stream of a turn; `onLost` is called when the connection was lost and is reopened. */
export type FollowTurn = (onLost: () => void) => AsyncIterable<StreamedEvent>

interface Presentation {
  readonly terminal: Terminal
  /** The command that continues a conversation. */
  readonly continueWith: (conversationId: string) => string
  /** Leaves out charts. */
  readonly isChartless?: boolean
}

type Results = components['schemas']['ResultsEvent']['data']

/** The conversation and the choices of an answer that was shown. */
export interface PresentedAnswer {
  /** Undefined if the stream ended before the turn. */
  readonly conversationId: string | undefined
  readonly choices: readonly components['schemas']['Choice'][]
}

/** Shows a turn while it runs: status, text, rows, choices and the command that continues. @throws CommandFailed */
export const presentAnswer = async (
  follow: FollowTurn,
  { terminal, continueWith, isChartless = false }: Presentation,
): Promise<PresentedAnswer> => {
  const dim = (text: string) => styled('dim', text, terminal.colors)
  let results: Results | undefined
  const parts = new Map<string, Results>()
  const charts = new Map<string, string>()
  let suggestions: readonly string[] = []
  let choices: PresentedAnswer['choices'] = []
  let conversationId: string | undefined
  let lines = new DedupedText(undefined)
  let shown = ''
  let lineOpen = false
  const write = (text: string) => {
    terminal.write(text)
    shown += text
    if (text !== '') lineOpen = !text.endsWith('\n')
  }
  const endLine = () => {
    if (lineOpen) terminal.write('\n')
    lineOpen = false
  }
  const status = (text: string) => {
    if (!lineOpen) terminal.status(text)
  }
  try {
    for await (const { event, data } of follow(() => status('The connection was lost; resuming'))) {
      switch (event) {
        case 'status':
          status(data.message)
          break
        case 'message':
          terminal.status(undefined)
          write(lines.push(cleanText(data.content)))
          break
        case 'reset':
          endLine()
          lines = new DedupedText(results)
          shown = ''
          terminal.note('The answer is restarted.')
          break
        case 'results':
          if (data.title === undefined) {
            results = data
            lines = new DedupedText(results)
          } else parts.set(data.query_id, data)
          break
        case 'chart': {
          const chart = isChartless ? undefined : chartText(data, terminal)
          if (chart !== undefined) charts.set(data.query_id, chart)
          break
        }
        case 'suggestions':
          suggestions = data.suggestions
          break
        case 'choices':
          choices = data.choices
          break
        case 'error':
          throw problemOf(data)
        case 'done': {
          const { conversation_id, assumptions = [] } = data
          write(lines.end())
          endLine()
          const isTabled = results !== undefined && results.columns.length > 0 && !statesAllCells(results, shown)
          const table = isTabled && results !== undefined ? [rowsTable(results, terminal), ''] : []
          const drawn = [...charts].flatMap(([query, chart]) => (parts.has(query) ? [] : [chart, '']))
          const more = [...parts].flatMap(([query, part]) => [
            printable(part.title ?? ''),
            rowsTable(part, terminal),
            '',
            ...(charts.has(query) ? [charts.get(query), ''] : []),
          ])
          const cut = (results?.shortened?.length ?? 0) > 0 ? [dim('Large cells are truncated.')] : []
          const assumed = assumptions.map((text) => dim(`Assumed: ${printable(text)}`))
          // The text of a refusal names its suggestions already.
          const asked = suggestions
            .filter((text) => !shown.includes(text))
            .map((text) => dim(`You could ask: ${printable(text)}`))
          const offered = choices
            .map(choiceLine)
            .filter((line) => !shown.includes(line))
            .map(printable)
          conversationId = conversation_id
          const next = dim(`Continue: ${continueWith(conversation_id)}`)
          terminal.write(
            `${['', ...table, ...drawn, ...more, ...cut, ...offered, ...assumed, ...asked, next].join('\n')}\n`,
          )
        }
      }
    }
  } finally {
    terminal.status(undefined)
    endLine()
  }
  return { conversationId, choices }
}

/**
 * The events of a turn as one document: the chat response with the additional fields of the stream.
 * @throws CommandFailed with the problem of a failed turn
 */
export const collectAnswer = async (follow: FollowTurn): Promise<Record<string, unknown>> => {
  let answer: Record<string, unknown> = { message: '', results: [] }
  const parts = new Map<string, Record<string, unknown>>()
  for await (const { event, data } of follow(() => undefined)) {
    const { content: _, ...rest } = data
    const { attempt: _attempt, ...fields }: Record<string, unknown> = rest
    if (event === 'error') throw problemOf(data)
    if (event === 'start' || event === 'suggestions' || event === 'choices' || event === 'done')
      answer = { ...answer, ...fields }
    if (event === 'query' || event === 'chart') answer = { ...answer, [event]: fields }
    if (event === 'results') {
      const { rows, columns, row_count, truncated, shortened, query_id, title } = data
      const cut = shortened === undefined ? {} : { shortened }
      if (title === undefined) answer = { ...answer, results: rows, columns, row_count, truncated, ...cut }
      else parts.set(query_id, { query_id, title, rows, columns, row_count, truncated, ...cut })
    }
  }
  return parts.size === 0 ? answer : { ...answer, parts: [...parts.values()] }
}

const problemOf = ({ message, error_code }: components['schemas']['ErrorEvent']['data']): CommandFailed =>
  new CommandFailed(`${message} (${error_code})`)

const chartText = (data: unknown, { width, colors, isAscii = false }: Terminal): string | undefined => {
  const picture = ownPicture(storedChart(data))
  return picture === undefined ? undefined : textChart(picture, { width, colors, isAscii })
}

/** Removes control characters, which could move the cursor, except line breaks and tabs. */
export const cleanText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '')
