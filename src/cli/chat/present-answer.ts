import { styleText } from 'node:util'
import { z } from 'zod'
import { choiceLine } from '../../domain/ask/choice.ts'
import { ownPicture, storedChart } from '../../domain/chart/chart-picture.ts'
import { printable, rowsTable } from '../rows-table.ts'
import type { Terminal } from '../terminal.ts'
import { failureOf } from './collect-answer.ts'
import { DedupedText, tellsAll } from './deduped-text.ts'
import type { FollowedEvent } from './follow-turn.ts'
import { textChart } from './text-chart.ts'

export interface Presentation {
  readonly terminal: Terminal
  /** The command that continues a conversation. */
  readonly continueWith: (conversationId: string) => string
  /** Whether the chart is left out. */
  readonly isChartless?: boolean
}

const Status = z.object({ message: z.string() })
const Text = z.object({ content: z.string() })
const Results = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  truncated: z.boolean(),
  shortened: z.array(z.unknown()).default([]),
  query_id: z.string().optional(),
  title: z.string().optional(),
})
const Suggestions = z.object({ suggestions: z.array(z.string()) })
const Choices = z.object({ choices: z.array(z.object({ label: z.string(), question: z.string() })) })
const Done = z.object({ conversation_id: z.string(), assumptions: z.array(z.string()).catch([]) })

/** What a reader may go on with. */
export interface Presented {
  /** Undefined when the turn did not end. */
  readonly conversationId: string | undefined
  readonly choices: z.infer<typeof Choices>['choices']
}

/** Shows a turn as it happens: status, text, rows, choices, and how to go on. @throws CommandFailed */
export const presentAnswer = async (
  events: AsyncIterable<FollowedEvent>,
  { terminal, continueWith, isChartless = false }: Presentation,
): Promise<Presented> => {
  const dim = (text: string) => (terminal.colors ? styleText('dim', text, { validateStream: false }) : text)
  let results: z.infer<typeof Results> | undefined
  const parts = new Map<string | undefined, z.infer<typeof Results>>()
  const charts = new Map<string, string>()
  let suggestions: readonly string[] = []
  let choices: Presented['choices'] = []
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
  try {
    for await (const { name, data } of events) {
      switch (name) {
        case 'status':
          if (!lineOpen) terminal.status(Status.parse(data).message)
          break
        case 'reconnecting':
          if (!lineOpen) terminal.status('The connection was lost; resuming')
          break
        case 'text': {
          terminal.status(undefined)
          const text = cleanText(Text.parse(data).content)
          write(lines.take(text))
          break
        }
        case 'reset':
          endLine()
          lines = new DedupedText(results)
          shown = ''
          terminal.note('The answer is restarted.')
          break
        case 'results': {
          const came = Results.parse(data)
          if (came.title === undefined) {
            results = came
            lines = new DedupedText(results)
          } else parts.set(came.query_id, came)
          break
        }
        case 'chart': {
          const chart = isChartless ? undefined : chartText(data, terminal)
          if (chart !== undefined) charts.set(String(data.query_id), chart)
          break
        }
        case 'suggestions':
          suggestions = Suggestions.parse(data).suggestions
          break
        case 'choices':
          choices = Choices.parse(data).choices
          break
        case 'error':
          throw failureOf(data)
        case 'done': {
          const { conversation_id, assumptions } = Done.parse(data)
          write(lines.end())
          endLine()
          const isTabled = results !== undefined && results.columns.length > 0 && !tellsAll(results, shown)
          const table = isTabled && results !== undefined ? [rowsTable(results, terminal), ''] : []
          const drawn = [...charts].flatMap(([query, chart]) => (parts.has(query) ? [] : [chart, '']))
          const more = [...parts].flatMap(([query = '', part]) => [
            printable(part.title ?? ''),
            rowsTable(part, terminal),
            '',
            ...(charts.has(query) ? [charts.get(query), ''] : []),
          ])
          const cut = (results?.shortened.length ?? 0) > 0 ? [dim('Large cells are truncated.')] : []
          const assumed = assumptions.map((text) => dim(`Assumed: ${printable(text)}`))
          // A refusal names them in its text.
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

const chartText = (data: unknown, { width, colors, isAscii = false }: Terminal): string | undefined => {
  const picture = ownPicture(storedChart(data))
  return picture === undefined ? undefined : textChart(picture, { width, colors, isAscii })
}

/** Keeps the line breaks of an answer, and nothing else that moves the cursor. */
export const cleanText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '')
