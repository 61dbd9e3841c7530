import type { CallToolResult } from '@modelcontextprotocol/server'
import type { QueryResult } from '../../ask/rules/outcome.ts'
import type { TurnAnswer } from '../../ask/turns/stored-answer.ts'
import { ownPicture } from '../../charts/rules/chart-picture.ts'
import { chartPalette } from '../../charts/rules/chart-theme.ts'
import { answerMarkdown } from '../answer-markdown.ts'
import { type AnswerReader, answerReader } from '../answer-reader.ts'
import { answerTables } from '../answer-tables.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { type AnswerFound, answerFound } from './answer-output.ts'
import { rowsUri } from './answer-uri.ts'
import type { RanTool } from './mcp-tool.ts'

type ResultParts = Pick<RouteParts, 'cachedReads' | 'charts'>

/** An answer as the result of a tool: text with a table, a picture of its chart, and a link to all of its rows. */
export const answerResult = async (
  app: ResultParts,
  exchange: Exchange,
  answer: TurnAnswer,
): Promise<RanTool<AnswerFound>> => {
  const reader = await answerReader(app, exchange)
  const pictures = await chartPictures(app, exchange, answer, reader)
  const found = answerFound(answer, reader)
  return {
    found,
    content: [
      { type: 'text', text: markdownOf(answer, reader) },
      ...(pictures === undefined ? [] : [{ type: 'image' as const, data: pictures.png, mimeType: 'image/png' }]),
      ...(answer.run === undefined ? [] : [rowsLink(answer.turnId, answer.run.result)]),
    ],
    ...(pictures && { meta: { [CHART_SVG]: pictures.svg } }),
  }
}

const TABLE_ONLY = { table: true, receipt: false } as const

const markdownOf = (answer: TurnAnswer, reader: AnswerReader): string => {
  const { turnId, message, choices } = answer
  const details = {
    turnId,
    database: '',
    tables: answerTables(answer, reader),
    choices: choices && reader.choices(choices),
  }
  return answerMarkdown(reader.text(message), details, TABLE_ONLY)
}

const rowsLink = (turnId: string, { rowCount, truncated }: QueryResult): CallToolResult['content'][number] => ({
  type: 'resource_link',
  uri: rowsUri(turnId),
  name: 'rows.csv',
  title: 'Rows of the answer',
  description: `${truncated ? 'The first ' : ''}${rowCount} ${rowCount === 1 ? 'row' : 'rows'} as CSV`,
  mimeType: 'text/csv',
})

/** Without its pictures, an answer is still an answer. */
const chartPictures = async (
  { charts }: ResultParts,
  { caller, organization }: Exchange,
  { chart }: TurnAnswer,
  reader: AnswerReader,
): Promise<{ readonly svg: string; readonly png: string } | undefined> => {
  const picture = ownPicture(chart && reader.chart(chart))
  // A single figure is in the text.
  if (picture === undefined || picture.type === 'figure') return undefined
  const palette = chartPalette('light', organization.branding.colors.primary)
  const drawing = { picture, palette, ...DRAWN }
  const drawn = Promise.all([
    charts.draw({ drawing, format: 'svg' }, caller),
    charts.draw({ drawing, format: 'png' }, caller),
  ])
  return await drawn.then(
    ([svg, png]) => ({ svg: Buffer.from(svg).toString(), png: Buffer.from(png).toString('base64') }),
    () => undefined,
  )
}

/** Key of the chart for the app of an answer, which models do not read. */
export const CHART_SVG = 'tabletalk/chart_svg'

const DRAWN = { width: 720, locale: 'en' } as const
