import type { CallToolResult } from '@modelcontextprotocol/server'
import type { QueryResult } from '../../ask/rules/outcome.ts'
import type { TurnAnswer } from '../../ask/turns/stored-answer.ts'
import { ownPicture } from '../../charts/rules/chart-picture.ts'
import { chartPalette } from '../../charts/rules/chart-theme.ts'
import { type AnswerReader, answerReader } from '../answer-reader.ts'
import { answerText } from '../answer-tables.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { type AnswerFound, answerFound } from './answer-output.ts'
import type { RanTool } from './mcp-tool.ts'

/** Address of the rows of an answer. */
export const ROWS_URI = 'tabletalk://answers/{turn_id}/rows.csv'

/** Key of the chart for the app of an answer, which models do not read. */
const CHART_SVG = 'tabletalk/chart_svg'

/** No receipt, which `explain_answer` returns. */
const TABLE_ONLY = { table: true, receipt: false } as const

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
      { type: 'text', text: answerText(answer, reader, { parts: TABLE_ONLY }) },
      ...(pictures === undefined ? [] : [{ type: 'image' as const, data: pictures.png, mimeType: 'image/png' }]),
      ...(answer.run === undefined ? [] : [rowsLink(answer.turnId, answer.run.result)]),
    ],
    ...(pictures && { _meta: { [CHART_SVG]: pictures.svg } }),
  }
}

const rowsLink = (turnId: string, { rowCount, truncated }: QueryResult): CallToolResult['content'][number] => ({
  type: 'resource_link',
  uri: ROWS_URI.replace('{turn_id}', turnId),
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
  const drawing = { picture, palette, width: 720, locale: 'en' } as const
  const drawn = Promise.all([
    charts.draw({ drawing, format: 'svg' }, caller),
    charts.draw({ drawing, format: 'png' }, caller),
  ])
  return await drawn.then(
    ([svg, png]) => ({ svg: Buffer.from(svg).toString(), png: Buffer.from(png).toString('base64') }),
    () => undefined,
  )
}
