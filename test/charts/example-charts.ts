import type { Chart } from '../../src/ask/rules/answer.ts'
import { chartPicture } from '../../src/charts/rules/chart-picture.ts'
import { chartPalette } from '../../src/charts/rules/chart-theme.ts'
import type { ChartValue } from '../../src/charts/rules/chart-values.ts'
import type { ChartType } from '../../src/charts/rules/choose-chart.ts'
import type { Json } from '../../src/platform/values/json.ts'

const LABEL = { field: 'label', type: 'nominal', title: 'city' }
const TIME = { field: 'label', type: 'ordinal', title: 'month' }
const VALUE = { field: 'value', type: 'quantitative', title: 'revenue (EUR)' }
const SERIES = { field: 'series', type: 'nominal', title: 'state' }
const GROUPED = { x: LABEL, xOffset: { field: 'series' }, y: VALUE, color: SERIES }

/** Mark and encoding of each type, as the rules write them. */
const SPECS: Readonly<Record<ChartType, { readonly [key: string]: Json }>> = {
  figure: { mark: { type: 'text' }, encoding: { text: VALUE } },
  bar: { mark: { type: 'bar' }, encoding: { x: VALUE, y: LABEL } },
  line: { mark: { type: 'line' }, encoding: { x: TIME, y: VALUE } },
  lines: { mark: { type: 'line' }, encoding: { x: TIME, y: VALUE, color: SERIES } },
  grouped_bar: { mark: { type: 'bar' }, encoding: GROUPED },
  stacked_bar: { mark: { type: 'bar' }, encoding: { x: LABEL, y: VALUE, color: SERIES } },
  panels: { mark: { type: 'line' }, encoding: { x: TIME, y: { ...VALUE, title: null }, row: SERIES } },
  histogram: { mark: { type: 'bar' }, encoding: { x: TIME, y: VALUE } },
  scatter: { mark: { type: 'point' }, encoding: { x: { ...VALUE, field: 'x' }, y: VALUE } },
}

export const exampleChart = (type: ChartType, values: readonly ChartValue[], title = 'Revenue by city'): Chart => ({
  title,
  alt: `${title}: Kiel 12`,
  type,
  alternatives: [],
  spec: { ...SPECS[type], data: { values: values.map((value) => ({ ...value })) } },
})

const MONTHS = ['2026-01', '2026-02', '2026-03']
const IN_MONTHS = MONTHS.map((label, at) => ({ label, value: 1_200 + at * 300 }))
const OF_STATES = ['paid', 'open'].flatMap((series, at) =>
  IN_MONTHS.map((one) => ({ ...one, series, value: one.value * (at + 1) })),
)

export const EXAMPLE_VALUES: Readonly<Record<ChartType, readonly ChartValue[]>> = {
  figure: [{ label: 'revenue', value: 1_234_567.5 }],
  bar: [
    { label: 'Kiel', value: 1_200.5 },
    { label: 'Malmö', value: -300 },
    { label: 'Oslo', value: null },
  ],
  line: IN_MONTHS,
  lines: OF_STATES,
  grouped_bar: OF_STATES,
  stacked_bar: OF_STATES,
  panels: IN_MONTHS.flatMap(({ label, value }, at) => [
    { label, value: at, series: 'orders' },
    { label, value, series: 'revenue (EUR)' },
  ]),
  histogram: ['0 – 50', '50 – 100'].map((label, at) => ({ label, value: at + 3 })),
  scatter: [1, 2, 3].map((x) => ({ label: 'Kiel', x, value: 10 * x })),
}

/** A chart of one type, ready to be drawn. */
export const drawingOf = (chart: Chart, { width = 640, locale = 'en' } = {}) => {
  const picture = chart.type === undefined ? undefined : chartPicture(chart, chart.type)
  if (picture === undefined) throw new Error('no chart')
  return { picture, palette: chartPalette('light', '#1f6f5c'), width, locale }
}
