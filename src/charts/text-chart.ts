import { styleText } from 'node:util'
import { printable } from '../platform/values/printable.ts'
import type { ChartPicture } from './rules/chart-picture.ts'
import type { ChartValue } from './rules/chart-values.ts'
import { localNumbers } from './rules/local-text.ts'
import { cutToWidth, padToWidth, textWidth } from './text-width.ts'

export interface TextChartOptions {
  /** Terminal width in characters; undefined if the output is not a terminal: 80. */
  readonly width: number | undefined
  readonly colors: boolean
  /** Whether the terminal supports ASCII only. */
  readonly isAscii: boolean
}

const WIDTH = 80
const BARS_MAX = 20
/** Minimum readable bar length. */
const BAR_MIN = 8
const BAR_MAX = 50
const LABELS_SHARE = 0.4
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const LEVELS = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.-:=+*#' }
/** Spaces between label, bar and number. */
const GAPS = 2

/**
 * A chart in characters: a bar per value, or a sparkline for many points. Control characters of database texts are
 * removed.
 *
 * @returns undefined for a single number (the text has it), for scatter plots, and if the terminal is too narrow
 */
export const textChart = (picture: ChartPicture, options: TextChartOptions): string | undefined => {
  const width = options.width ?? WIDTH
  const values = picture.values.map((value) => printableValue(value, options))
  const lines = drawn({ ...picture, values }, { ...options, width })
  if (lines === undefined) return undefined
  const title = cutToWidth(printableText(picture.title, options), width)
  return [options.colors ? styleText('bold', title, { validateStream: false }) : title, ...lines].join('\n')
}

type TerminalOptions = TextChartOptions & { readonly width: number }

const drawn = ({ type, values }: ChartPicture, terminal: TerminalOptions): readonly string[] | undefined => {
  if (type === 'figure' || type === 'scatter') return undefined
  const isLong = values.length > BARS_MAX
  if (type === 'lines' || (type === 'line' && isLong)) return sparklines(values, terminal)
  if (!isLong) return bars(values, terminal)
  const [first, more] = [bars(values.slice(0, BARS_MAX), terminal), values.length - BARS_MAX]
  return type === 'bar' && first !== undefined
    ? [...first, `${terminal.isAscii ? '...' : '…'} ${more} more`]
    : undefined
}

const printableValue = (value: ChartValue, options: TextChartOptions): ChartValue => ({
  ...value,
  label: printableText(value.label, options),
  ...(value.series === undefined ? {} : { series: printableText(value.series, options) }),
})

const printableText = (text: string, { isAscii }: TextChartOptions): string =>
  isAscii
    ? printable(text)
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^ -~]/gu, '?')
    : printable(text)

const bars = (
  values: readonly ChartValue[],
  { width, colors, isAscii }: TerminalOptions,
): readonly string[] | undefined => {
  const number = localNumbers(
    values.map(({ value }) => value),
    'en',
  )
  const rows = values.map(({ label, series, value }) => ({
    name: series === undefined ? label : `${label}, ${series}`,
    value: value ?? 0,
    text: value === null ? '-' : number(value),
  }))
  const names = Math.min(Math.floor(width * LABELS_SHARE), Math.max(...rows.map(({ name }) => textWidth(name))))
  const numbers = Math.max(...rows.map(({ text }) => textWidth(text)))
  const cells = Math.min(BAR_MAX, width - names - numbers - GAPS)
  if (cells < BAR_MIN) return undefined
  const low = Math.min(0, ...rows.map(({ value }) => value))
  const high = Math.max(0, ...rows.map(({ value }) => value))
  const zero = high === low ? 0 : Math.ceil((cells * -low) / (high - low))
  const perUnit = high === low ? 0 : (cells - zero) / Math.max(high, Number.MIN_VALUE)
  const perUnitBelow = low === 0 ? 0 : zero / -low
  return rows.map(({ name, value, text }) => {
    const length = Math.abs(value) * (value < 0 ? perUnitBelow : perUnit)
    const bar =
      value < 0
        ? padToWidth(solid(Math.round(length), isAscii), zero, 'right')
        : ' '.repeat(zero) + block(length, isAscii)
    const coloured = colors ? styleText('blue', bar, { validateStream: false }) : bar
    const label = padToWidth(isAscii ? name.slice(0, names) : cutToWidth(name, names), names)
    return `${label} ${coloured}${' '.repeat(Math.max(0, cells - textWidth(bar)))} ${padToWidth(text, numbers, 'right')}`
  })
}

const solid = (cells: number, isAscii: boolean): string => (isAscii ? '#' : '█').repeat(cells)

/** A bar in eighths of a character; a positive value has at least one. */
const block = (length: number, isAscii: boolean): string => {
  if (isAscii) return solid(Math.round(length), true)
  const eighths = length > 0 ? Math.max(1, Math.round(length * EIGHTHS.length)) : 0
  return solid(Math.floor(eighths / EIGHTHS.length), false) + EIGHTHS[eighths % EIGHTHS.length]
}

/** A sparkline per series; all share one scale from the lowest to the highest value. */
const sparklines = (
  values: readonly ChartValue[],
  { width, colors, isAscii }: TerminalOptions,
): readonly string[] | undefined => {
  const series = [...Map.groupBy(values, ({ series: name }) => name ?? '').entries()].slice(0, BARS_MAX)
  const numbers = values.flatMap(({ value }) => value ?? [])
  if (numbers.length === 0) return undefined
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const names = Math.min(Math.floor(width * LABELS_SHARE), Math.max(...series.map(([name]) => textWidth(name))))
  const indent = names === 0 ? '' : ' '.repeat(names + 1)
  const cells = Math.min(width - indent.length, Math.max(...series.map(([, points]) => points.length)))
  if (cells < 1) return undefined
  const levels = isAscii ? LEVELS.ascii : LEVELS.unicode
  const level = (value: number) =>
    levels[high === low ? 0 : Math.round(((value - low) / (high - low)) * (levels.length - 1))] ?? ' '
  const lines = series.map(([name, points]) => {
    const line = meansOf(points, cells).map((value) => (value === undefined ? ' ' : level(value)))
    const text = colors ? styleText('blue', line.join(''), { validateStream: false }) : line.join('')
    return names === 0 ? text : `${padToWidth(isAscii ? name.slice(0, names) : cutToWidth(name, names), names)} ${text}`
  })
  const number = localNumbers(numbers, 'en')
  const dash = isAscii ? '-' : '–'
  const from = `${values[0]?.label} ${dash} ${values.at(-1)?.label}, ${number(low)} ${dash} ${number(high)}`
  return [...lines, indent + (isAscii ? from.slice(0, width - indent.length) : cutToWidth(from, width - indent.length))]
}

/** The mean of the points behind each character; undefined without values. */
const meansOf = (points: readonly ChartValue[], cells: number): readonly (number | undefined)[] =>
  Array.from({ length: Math.min(cells, points.length) }, (_, at) => {
    const perCell = Math.max(1, points.length / cells)
    const inside = points
      .slice(Math.floor(at * perCell), Math.floor((at + 1) * perCell))
      .flatMap(({ value }) => value ?? [])
    return inside.length === 0 ? undefined : inside.reduce((sum, value) => sum + value / inside.length, 0)
  })
