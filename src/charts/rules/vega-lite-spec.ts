import type { Chart } from '../../ask/rules/answer.ts'
import type { Json } from '../../platform/values/json.ts'
import { titleWithUnit } from './chart-column.ts'
import type { ChartValues } from './chart-values.ts'
import type { ChartType, ChosenChart } from './choose-chart.ts'

/** Vega-Lite 6: inline data, no address, no expression, no signal. */
export type VegaLiteSpec = { readonly [key: string]: Json }

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json'

/** What the axes and colours of a chart stand for, whichever of its types is drawn. */
interface Encoded {
  readonly label: VegaLiteSpec
  readonly value: VegaLiteSpec
  readonly series: VegaLiteSpec
  readonly x: VegaLiteSpec
}

/** A chart in Vega-Lite, the same wherever it is drawn. Bars begin at zero, and there is one axis of lengths. */
export const vegaLiteSpec = (
  { type, along, series, measures }: ChosenChart,
  { title, drawn: { values } }: { readonly title: string; readonly drawn: ChartValues },
): VegaLiteSpec => {
  const [measure, second] = measures
  const measured = type === 'scatter' ? second : measure
  const isOneOfMany = series === undefined && measures.length > 1 && type !== 'scatter'
  const encoded: Encoded = {
    label: {
      field: 'label',
      // Times have an order; names stand as the rows do.
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
  // A figure is its title and its number: its spec, which most answers have, says neither twice.
  const titled = type === 'figure' ? {} : { title }
  return { $schema: SCHEMA, ...titled, data, ...marked(encoded, type, along !== undefined) }
}

const titleOf = (column: ChosenChart['measures'][number] | undefined): string | null =>
  column === undefined ? null : titleWithUnit(column)

/** Panels have titles of their own. */
const sharedUnit = (type: ChartType, unit: string | null | undefined): string | null =>
  type === 'panels' ? null : (unit ?? null)

/**
 * The same chart, drawn as another of its types: what axes and colours stand for stays.
 *
 * @param type the chart's own, or one of its `alternatives`
 */
export const specOfType = ({ spec, type: own }: Pick<Chart, 'spec' | 'type'>, type: ChartType): VegaLiteSpec => {
  if (type === own) return spec
  const { encoding } = spec
  const channels = Object.values(isSpec(encoding) ? encoding : {}).filter(isSpec)
  const plain = (field: string): VegaLiteSpec => {
    const found = channels.find((channel) => channel.field === field && channel.type !== undefined)
    return Object.fromEntries(Object.entries(found ?? { field }).filter(([key]) => KEPT.has(key)))
  }
  const encoded = { label: plain('label'), value: plain('value'), series: plain('series'), x: plain('x') }
  return { ...spec, ...marked(encoded, type, true) }
}

const KEPT: ReadonlySet<string> = new Set(['field', 'type', 'sort', 'title'])

const isSpec = (value: Json | undefined): value is VegaLiteSpec =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const FROM_ZERO = { scale: { zero: true } }
const FROM_LEAST = { scale: { zero: false } }

const marked = ({ label, value, series, x }: Encoded, type: ChartType, isNamed: boolean): VegaLiteSpec => {
  const length = { ...value, ...FROM_ZERO }
  const isTime = label.type === 'ordinal'
  switch (type) {
    case 'figure':
      return { mark: { type: 'text' }, encoding: { text: value } }
    case 'bar':
      // Times go from left to right; names are read where they stand beside each other.
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
          x: { ...x, ...FROM_LEAST },
          y: { ...value, ...FROM_LEAST },
          ...(isNamed ? { detail: label } : {}),
        },
      }
  }
}
