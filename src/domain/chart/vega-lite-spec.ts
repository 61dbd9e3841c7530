import type { Json } from '../json.ts'
import type { ChartColumn } from './chart-column.ts'
import type { ChartValues } from './chart-values.ts'
import type { ChartType, ChosenChart } from './choose-chart.ts'

/** Vega-Lite 6: inline data, no address, no expression, no signal. */
export type VegaLiteSpec = { readonly [key: string]: Json }

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json'

/**
 * A chart in Vega-Lite, the same wherever it is drawn. Bars begin at zero, and there is one axis of lengths.
 *
 * @param type one of the chart's own: `type`, or one of `alternatives`
 */
export const vegaLiteSpec = (
  chart: ChosenChart,
  type: ChartType,
  { title, drawn: { values } }: { readonly title: string; readonly drawn: ChartValues },
): VegaLiteSpec => {
  const data = { values: values.map((value) => ({ ...value })) }
  return { $schema: SCHEMA, title, data, ...marked(chart, type) }
}

const marked = ({ along, series, measures }: ChosenChart, type: ChartType): VegaLiteSpec => {
  const [measure, second] = measures
  const isOneOfMany = series === undefined && second !== undefined
  const length = { field: 'value', type: 'quantitative', title: axisTitle(isOneOfMany ? undefined : measure, measure) }
  const fromZero = { ...length, scale: { zero: true } }
  const place = {
    field: 'label',
    type: along?.is === 'time' ? 'ordinal' : 'nominal',
    sort: null,
    title: along?.title ?? null,
  }
  const colour = { field: 'series', type: 'nominal', sort: null, title: series?.title ?? null }
  switch (type) {
    case 'figure':
      return { mark: { type: 'text' }, encoding: { text: { field: 'value', type: 'quantitative' } } }
    case 'bar':
      // Times go from left to right; names are read where they stand beside each other.
      return along?.is === 'time'
        ? { mark: { type: 'bar' }, encoding: { x: place, y: fromZero } }
        : { mark: { type: 'bar' }, encoding: { x: fromZero, y: place } }
    case 'line':
      return { mark: { type: 'line', point: true }, encoding: { x: place, y: length } }
    case 'lines':
      return { mark: { type: 'line', point: true }, encoding: { x: place, y: length, color: colour } }
    case 'grouped_bar':
      return {
        mark: { type: 'bar' },
        encoding: { x: place, xOffset: { field: 'series', sort: null }, y: fromZero, color: colour },
      }
    case 'stacked_bar':
      return { mark: { type: 'bar' }, encoding: { x: place, y: { ...fromZero, stack: 'zero' }, color: colour } }
    case 'histogram':
      return {
        mark: { type: 'bar' },
        encoding: {
          x: { field: 'label', type: 'ordinal', sort: null, title: axisTitle(measure, measure) },
          y: { field: 'value', type: 'quantitative', title: 'rows', scale: { zero: true } },
        },
      }
    case 'scatter':
      return {
        mark: { type: 'point' },
        encoding: {
          x: { field: 'x', type: 'quantitative', title: axisTitle(measure, measure), scale: { zero: false } },
          y: { field: 'value', type: 'quantitative', title: axisTitle(second, second), scale: { zero: false } },
          ...(along === undefined ? {} : { detail: { field: 'label' } }),
        },
      }
  }
}

/** `revenue (EUR)`; the unit alone where several are measured in it. */
const axisTitle = (named: ChartColumn | undefined, measured: ChartColumn | undefined): string | null => {
  const unit = measured?.unit ?? null
  if (named === undefined) return unit
  return unit === null || named.title.includes(unit) ? named.title : `${named.title} (${unit})`
}
