import { z } from 'zod'
import { CHART_TYPES } from '../charts/rules/choose-chart.ts'

/** The fields of a chart in every response. */
export const chartFields = {
  title: z.string(),
  alt: z.string().meta({ description: 'A one-sentence description of the chart, for screen readers.' }),
  type: z.enum(CHART_TYPES).meta({ description: 'The chart type. Types may be added.' }),
  alternatives: z.array(z.enum(CHART_TYPES)).readonly().meta({
    description: 'Other types that this chart supports, for `type` of `GET /chat/messages/{message_id}/chart`.',
  }),
  spec: z.record(z.string(), z.unknown()).meta({ description: 'A Vega-Lite 6 specification with inline data.' }),
}

/** A chart of the rows of an answer, chosen by rules (docs/charts.md). */
export const ChartItem = z.object(chartFields).meta({ id: 'Chart' })
