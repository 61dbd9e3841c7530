import type { Chart } from '../../ask/rules/answer.ts'
import type { Json } from '../../platform/values/json.ts'
import type { ChartValue } from './chart-values.ts'
import { CHART_TYPES, type ChartType } from './choose-chart.ts'
import { LABEL_LENGTH_MAX, plainLine } from './plain-line.ts'
import { specOfType } from './vega-lite-spec.ts'

/** The drawable part of a stored chart: texts and numbers, nothing else of its spec. */
export interface ChartPicture {
  readonly type: ChartType
  readonly title: string
  /** A text alternative for screen readers. */
  readonly alt: string
  readonly values: readonly ChartValue[]
  /** Titles of the x axis, the y axis, the legend, and a single figure. */
  readonly titles: { readonly x: string; readonly y: string; readonly series: string; readonly text: string }
  /** Whether labels are on the x axis, as for times; otherwise bars are horizontal. */
  readonly isUpright: boolean
}

const VALUES_MAX = 2_400
const TITLE_LENGTH_MAX = 200
const ALT_LENGTH_MAX = 2_000

/** The types that a chart can be drawn as, its own first. */
export const chartTypes = ({ type, alternatives }: Pick<Chart, 'type' | 'alternatives'>): readonly ChartType[] => [
  ...new Set([type, ...alternatives]),
]

/**
 * Reads a stored chart, which may contain anything: clients append messages with their own metadata.
 *
 * @param type one of `chartTypes`
 * @returns undefined if the chart is not in a supported form
 */
export const chartPicture = (chart: Chart, type: ChartType): ChartPicture | undefined => {
  const spec = specOfType(chart, type)
  const values = valuesIn(spec)
  if (values === undefined || values.length === 0) return undefined
  const titleOf = (channel: string) => lineOf(field(field(spec.encoding, channel), 'title'), TITLE_LENGTH_MAX)
  return {
    type,
    title: lineOf(chart.title, TITLE_LENGTH_MAX),
    alt: lineOf(chart.alt, ALT_LENGTH_MAX),
    values: type === 'scatter' ? values : withDistinctLabels(values),
    titles: { x: titleOf('x'), y: titleOf('y'), series: titleOf('color'), text: titleOf('text') },
    isUpright: field(field(spec.encoding, 'x'), 'field') === 'label',
  }
}

/** A stored chart as its own type. */
export const ownPicture = (chart: Chart | undefined): ChartPicture | undefined => {
  return chart === undefined ? undefined : chartPicture(chart, chart.type)
}

/** Parses a stored value; undefined if it is not a chart. */
export const storedChart = (stored: unknown): Chart | undefined => {
  if (!isObject(stored)) return undefined
  const { title, alt, type, alternatives, spec } = stored
  if (typeof title !== 'string' || typeof alt !== 'string' || !isChartType(type) || !isObject(spec)) return undefined
  const types = Array.isArray(alternatives) ? alternatives.filter(isChartType) : []
  return { title, alt, type, alternatives: types, spec }
}

const isChartType = (value: unknown): value is ChartType => CHART_TYPES.some((type) => type === value)

type JsonObject = { readonly [key: string]: Json }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const field = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const valuesIn = ({ data }: Chart['spec']): readonly ChartValue[] | undefined => {
  const stored = field(data, 'values')
  if (!Array.isArray(stored) || stored.length > VALUES_MAX) return undefined
  const values = stored.map(chartValue).filter((value) => value !== undefined)
  return values.length === stored.length ? values : undefined
}

const chartValue = (stored: Json): ChartValue | undefined => {
  if (!isObject(stored)) return undefined
  const [value, x = null, series] = [stored.value, stored.x, stored.series]
  if (!isAmount(value) || !isAmount(x) || (series !== undefined && typeof series !== 'string')) return undefined
  return {
    label: lineOf(typeof stored.label === 'number' ? String(stored.label) : stored.label, LABEL_LENGTH_MAX),
    value,
    x,
    ...(series === undefined ? {} : { series: lineOf(series, LABEL_LENGTH_MAX) }),
  }
}

/** Numbers values of one series with equal labels (such as truncated ones), which would be drawn over each other. */
const withDistinctLabels = (values: readonly ChartValue[]): readonly ChartValue[] => {
  const seen = new Map<string, number>()
  return values.map((value) => {
    const name = JSON.stringify([value.label, value.series])
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? value : { ...value, label: `${value.label} (${count})` }
  })
}

const isAmount = (value: Json | undefined): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value))

/** A missing text gives an empty line. */
const lineOf = (text: Json | undefined, lengthMax: number): string =>
  typeof text === 'string' ? plainLine(text, lengthMax) : ''
