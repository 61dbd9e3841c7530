import type { Request } from 'express'
import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import type { Message } from '../../../ask/rules/history/message.ts'
import { chartPicture, chartTypes, storedChart } from '../../../charts/rules/chart-picture.ts'
import { chartPalette } from '../../../charts/rules/chart-theme.ts'
import { invalidField, Problem } from '../../../platform/problems/problem.ts'
import { answerReader } from '../../answer-reader.ts'
import { notModified, written } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { ChartQuery } from './chart-query.ts'
import { messagePath } from './message-schema.ts'
import { visibleMessage } from './visible-message.ts'

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

/** For an image that is opened as a page: it runs no scripts and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; sandbox"

/** `GET /chat/messages/{message_id}/chart`: the chart of an answer as an image. */
export const readChart = (app: Pick<RouteParts, 'cachedReads' | 'charts' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/chat/messages/:message_id/chart',
    summary: 'Get the chart of an answer as an image',
    description:
      'SVG, or PNG with `format=png` or `Accept: image/png`. The SVG contains only shapes and text: no scripts, styles or URLs; its `aria-label` describes the chart in words. `ETag` changes with the image; a request with a matching `If-None-Match` returns 304.',
    takes: z.object({ params: messagePath, query: ChartQuery }),
    gives: written(TYPES.svg, z.string(), 'The chart.'),
    orGives: [written(TYPES.png, z.string(), 'The chart.'), notModified('The chart has not changed.')],
    problems: ['message_not_found', 'chart_not_found', 'chart_unavailable', 'input_invalid'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle(exchange, { params, query }) {
      const { req, res, caller, organization } = exchange
      const { message } = await visibleMessage(app, caller, params.message_id)
      const chart = chartIn(message, query.part)
      const [own, ...others] = chart === undefined ? [] : chartTypes(chart)
      if (chart === undefined || own === undefined) throw new Problem('chart_not_found')
      const { type = own, theme, width, locale } = query
      if (![own, ...others].includes(type))
        throw invalidField('type', `must be one of the types of this chart: ${[own, ...others].join(', ')}`)
      const reader = await answerReader(app, exchange)
      const picture = chartPicture(reader.chart(chart), type)
      if (picture === undefined) throw new Problem('chart_not_found')
      const preferred = req.accepts([TYPES.svg, TYPES.png]) === TYPES.png ? 'png' : 'svg'
      const { format = preferred } = query
      const palette = chartPalette(theme, organization.branding.colors.primary)
      const chartRequest = { drawing: { picture, palette, width, locale }, format }
      const tag = `"${app.charts.keyOf(chartRequest)}"`
      res.setHeader('ETag', tag)
      res.setHeader('Cache-Control', 'private, no-cache')
      res.vary('Accept')
      if (hasTag(req, tag)) {
        res.status(304).end()
        return undefined
      }
      const file = await app.charts.draw(chartRequest, caller)
      res.setHeader('Content-Security-Policy', PICTURE_POLICY)
      res.status(200).type(TYPES[format]).end(file)
      return undefined
    },
  })

/**
 * Whether the client has the version with this tag (RFC 9110, `If-None-Match`). `req.fresh` of Express is not used: it is
 * false with `Cache-Control: no-cache`, which clients with their own cache send.
 */
const hasTag = (req: Request, tag: string): boolean =>
  (req.get('If-None-Match') ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === tag)

/** The stored chart of an answer or of one of its parts. */
const chartIn = ({ metadata }: Message, part: number | undefined) => {
  if (part === undefined) return storedChart(metadata.chart)
  const parts = Array.isArray(metadata.parts) ? metadata.parts : []
  return storedChart(parts[part - 1]?.chart)
}
