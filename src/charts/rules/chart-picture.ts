import type { Chart } from '../../ask/rules/answer.ts'
import type { Json } from '../../platform/values/json.ts'
import type { ChartValue } from './chart-values.ts'
import { CHART_TYPES, type ChartType } from './choose-chart.ts'
import { LABEL_LENGTH_MAX, plainLine } from './plain-line.ts'
import { specOfType } from './vega-lite-spec.ts'

/** A chart as it is drawn: its words and numbers, and nothing of a stored spec that could say more. */
export interface ChartPicture {
  readonly type: ChartType
  readonly title: string
  /** The same in words, for who cannot see it. */
  readonly alt: string
  readonly values: readonly ChartValue[]
  /** Titles of the axes across and up, of the colours, and of a figure. */
  readonly titles: { readonly x: string; readonly y: string; readonly series: string; readonly text: string }
  /** Labels stand along the axis across, as times do; else bars lie below each other. */
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
 * Reads a stored chart, in which anything may stand: messages that clients append have metadata of their own.
 *
 * @param type one of `chartTypes`
 * @returns undefined where no chart of ours is written like this
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
    values: type === 'scatter' ? values : distinct(values),
    titles: { x: titleOf('x'), y: titleOf('y'), series: titleOf('color'), text: titleOf('text') },
    isUpright: field(field(spec.encoding, 'x'), 'field') === 'label',
  }
}

/** A stored chart as it is drawn unless somebody asks for another of its types. */
export const ownPicture = (chart: Chart | undefined): ChartPicture | undefined => {
  return chart === undefined ? undefined : chartPicture(chart, chart.type)
}

/** A stored value as a chart; undefined where it is none. */
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

/** Values of one series under one label, as long ones that were cut may be, would be drawn over each other: they are counted. */
const distinct = (values: readonly ChartValue[]): readonly ChartValue[] => {
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

/** No text at all is an empty line. */
const lineOf = (text: Json | undefined, lengthMax: number): string =>
  typeof text === 'string' ? plainLine(text, lengthMax) : ''
