import type { Chart } from '../../ask/rules/answer.ts'
import type { Json } from '../../platform/values/json.ts'
import { titleWithUnit } from './chart-column.ts'
import type { ChartValues } from './chart-values.ts'
import type { ChartType, ChosenChart } from './choose-chart.ts'

/** Vega-Lite 6 with inline data; no URLs, expressions or signals. */
type VegaLiteSpec = { readonly [key: string]: Json }

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json'

/** The channel definitions of a chart, common to all its types. */
interface Channels {
  readonly label: VegaLiteSpec
  readonly value: VegaLiteSpec
  readonly series: VegaLiteSpec
  readonly x: VegaLiteSpec
}

/** A chart as a portable Vega-Lite spec. Bars start at zero, and there is one value axis. */
export const vegaLiteSpec = (
  { type, along, series, measures }: ChosenChart,
  { title, drawn: { values } }: { readonly title: string; readonly drawn: ChartValues },
): VegaLiteSpec => {
  const [measure, second] = measures
  const measured = type === 'scatter' ? second : measure
  const isOneOfMany = series === undefined && measures.length > 1 && type !== 'scatter'
  const channelSpecs: Channels = {
    label: {
      field: 'label',
      // Times are ordinal; names keep the order of the rows.
      ...(along?.is === 'time' || type === 'histogram' ? { type: 'ordinal' } : { type: 'nominal' }),
      sort: null,
      title: type === 'histogram' ? titleOf(measure) : (along?.title ?? null),
    },
    value: {
      field: 'value',
      type: 'quantitative',
      title: type === 'histogram' ? 'rows' : isOneOfMany ? sharedUnit(type, measure?.unit) : titleOf(measured),
    },
    series: { field: 'series', type: 'nominal', sort: null, title: series?.title ?? null },
    x: { field: 'x', type: 'quantitative', title: titleOf(measure) },
  }
  const data = { values: values.map((value) => ({ ...value })) }
  // A figure has no title in its spec: most answers have one, and its value has the title already.
  const titled = type === 'figure' ? {} : { title }
  return { $schema: SCHEMA, ...titled, data, ...markAndEncoding(channelSpecs, type, along !== undefined) }
}

const titleOf = (column: ChosenChart['measures'][number] | undefined): string | null =>
  column === undefined ? null : titleWithUnit(column)

/** Panels have their own titles. */
const sharedUnit = (type: ChartType, unit: string | null | undefined): string | null =>
  type === 'panels' ? null : (unit ?? null)

/**
 * Redraws a chart as another of its types with the same channels.
 *
 * @param type the chart's own, or one of its `alternatives`
 */
export const specOfType = ({ spec, type: own }: Pick<Chart, 'spec' | 'type'>, type: ChartType): VegaLiteSpec => {
  if (type === own) return spec
  const { encoding } = spec
  const channels = Object.values(isSpec(encoding) ? encoding : {}).filter(isSpec)
  const plain = (field: string): VegaLiteSpec => {
    const found = channels.find((channel) => channel.field === field && channel.type !== undefined)
    return Object.fromEntries(Object.entries(found ?? { field }).filter(([key]) => KEPT_PROPERTIES.has(key)))
  }
  const channelSpecs = { label: plain('label'), value: plain('value'), series: plain('series'), x: plain('x') }
  return { ...spec, ...markAndEncoding(channelSpecs, type, true) }
}

const KEPT_PROPERTIES: ReadonlySet<string> = new Set(['field', 'type', 'sort', 'title'])

const isSpec = (value: Json | undefined): value is VegaLiteSpec =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const FROM_ZERO = { scale: { zero: true } }
const FROM_MINIMUM = { scale: { zero: false } }

const markAndEncoding = ({ label, value, series, x }: Channels, type: ChartType, isNamed: boolean): VegaLiteSpec => {
  const length = { ...value, ...FROM_ZERO }
  const isTime = label.type === 'ordinal'
  switch (type) {
    case 'figure':
      return { mark: { type: 'text' }, encoding: { text: value } }
    case 'bar':
      // Times run from left to right; names are easier to read beside horizontal bars.
      return { mark: { type: 'bar' }, encoding: isTime ? { x: label, y: length } : { x: length, y: label } }
    case 'histogram':
      return { mark: { type: 'bar' }, encoding: { x: label, y: length } }
    case 'line':
      return { mark: { type: 'line', point: true }, encoding: { x: label, y: value } }
    case 'lines':
      return { mark: { type: 'line', point: true }, encoding: { x: label, y: value, color: series } }
    case 'grouped_bar':
      return {
        mark: { type: 'bar' },
        encoding: { x: label, xOffset: { field: 'series', sort: null }, y: length, color: series },
      }
    case 'stacked_bar':
      return { mark: { type: 'bar' }, encoding: { x: label, y: { ...length, stack: 'zero' }, color: series } }
    case 'panels':
      return {
        mark: isTime ? { type: 'line', point: true } : { type: 'bar' },
        encoding: { ...(isTime ? { x: label, y: value } : { x: length, y: label }), row: series },
        resolve: { scale: { [isTime ? 'y' : 'x']: 'independent' } },
      }
    case 'scatter':
      return {
        mark: { type: 'point' },
        encoding: {
          x: { ...x, ...FROM_MINIMUM },
          y: { ...value, ...FROM_MINIMUM },
          ...(isNamed ? { detail: label } : {}),
        },
      }
  }
}
