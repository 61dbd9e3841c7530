import { z } from 'zod'
import { CHART_TYPES } from '../domain/chart/choose-chart.ts'

/** The fields of a chart, wherever one is sent. */
export const chartFields = {
  title: z.string(),
  alt: z.string().meta({ description: 'The same in one sentence, for people who cannot see it.' }),
  type: z
    .enum(CHART_TYPES)
    .optional()
    .meta({ description: 'How it is drawn; absent from charts of earlier versions. More types may come.' }),
  alternatives: z
    .array(z.enum(CHART_TYPES))
    .readonly()
    .optional()
    .meta({ description: 'What it may be drawn as instead: `type` of `GET /chat/messages/{message_id}/chart`.' }),
  spec: z.record(z.string(), z.unknown()).meta({ description: 'Vega-Lite 6, with its values inside.' }),
}

/** A chart, by rules over the rows of its answer (docs/charts.md). */
export const ChartItem = z.object(chartFields).meta({ id: 'Chart' })
