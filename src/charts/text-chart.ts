import { styleText } from 'node:util'
import { printable } from '../platform/values/printable.ts'
import type { ChartPicture } from './rules/chart-picture.ts'
import type { ChartValue } from './rules/chart-values.ts'
import { localNumbers } from './rules/local-text.ts'
import { cutToWidth, padded, textWidth } from './text-width.ts'

export interface TextChartOptions {
  /** Of the terminal, in characters; undefined: nobody looks, and 80 are as good as any. */
  readonly width: number | undefined
  readonly colors: boolean
  /** The terminal shows ASCII alone. */
  readonly isAscii: boolean
}

const WIDTH = 80
const BARS_MAX = 20
/** With fewer characters a bar says nothing. */
const BAR_MIN = 8
const BAR_MAX = 50
const LABELS_SHARE = 0.4
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const LEVELS = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.-:=+*#' }
/** Between a label, its bar, and its number. */
const GAPS = 2

/**
 * A chart in characters: a bar for each value, a line of levels for many points. Text of a database moves no cursor.
 *
 * @returns undefined for what the text says already (one number), for clouds, and where the terminal is too narrow
 */
export const textChart = (picture: ChartPicture, options: TextChartOptions): string | undefined => {
  const width = options.width ?? WIDTH
  const values = picture.values.map((value) => plain(value, options))
  const lines = drawn({ ...picture, values }, { ...options, width })
  if (lines === undefined) return undefined
  const title = cutToWidth(shown(picture.title, options), width)
  return [options.colors ? styleText('bold', title, { validateStream: false }) : title, ...lines].join('\n')
}

type Room = TextChartOptions & { readonly width: number }

const drawn = ({ type, values }: ChartPicture, room: Room): readonly string[] | undefined => {
  if (type === 'figure' || type === 'scatter') return undefined
  const isLong = values.length > BARS_MAX
  if (type === 'lines' || (type === 'line' && isLong)) return sparklines(values, room)
  if (!isLong) return bars(values, room)
  const [first, more] = [bars(values.slice(0, BARS_MAX), room), values.length - BARS_MAX]
  return type === 'bar' && first !== undefined ? [...first, `${room.isAscii ? '...' : '…'} ${more} more`] : undefined
}

const plain = (value: ChartValue, options: TextChartOptions): ChartValue => ({
  ...value,
  label: shown(value.label, options),
  ...(value.series === undefined ? {} : { series: shown(value.series, options) }),
})

const shown = (text: string, { isAscii }: TextChartOptions): string =>
  isAscii
    ? printable(text)
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^ -~]/gu, '?')
    : printable(text)

const bars = (values: readonly ChartValue[], { width, colors, isAscii }: Room): readonly string[] | undefined => {
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
      value < 0 ? padded(solid(Math.round(length), isAscii), zero, 'right') : ' '.repeat(zero) + block(length, isAscii)
    const coloured = colors ? styleText('blue', bar, { validateStream: false }) : bar
    const label = padded(isAscii ? name.slice(0, names) : cutToWidth(name, names), names)
    return `${label} ${coloured}${' '.repeat(Math.max(0, cells - textWidth(bar)))} ${padded(text, numbers, 'right')}`
  })
}

const solid = (cells: number, isAscii: boolean): string => (isAscii ? '#' : '█').repeat(cells)

/** A bar to an eighth of a character; what is not nothing has one. */
const block = (length: number, isAscii: boolean): string => {
  if (isAscii) return solid(Math.round(length), true)
  const eighths = length > 0 ? Math.max(1, Math.round(length * EIGHTHS.length)) : 0
  return solid(Math.floor(eighths / EIGHTHS.length), false) + EIGHTHS[eighths % EIGHTHS.length]
}

/** A line of levels for each series, from its least value to its largest. */
const sparklines = (values: readonly ChartValue[], { width, colors, isAscii }: Room): readonly string[] | undefined => {
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
    return names === 0 ? text : `${padded(isAscii ? name.slice(0, names) : cutToWidth(name, names), names)} ${text}`
  })
  const number = localNumbers(numbers, 'en')
  const dash = isAscii ? '-' : '–'
  const from = `${values[0]?.label} ${dash} ${values.at(-1)?.label}, ${number(low)} ${dash} ${number(high)}`
  return [...lines, indent + (isAscii ? from.slice(0, width - indent.length) : cutToWidth(from, width - indent.length))]
}

/** The mean of the points of each character; undefined where none has a value. */
const meansOf = (points: readonly ChartValue[], cells: number): readonly (number | undefined)[] =>
  Array.from({ length: Math.min(cells, points.length) }, (_, at) => {
    const perCell = Math.max(1, points.length / cells)
    const inside = points
      .slice(Math.floor(at * perCell), Math.floor((at + 1) * perCell))
      .flatMap(({ value }) => value ?? [])
    return inside.length === 0 ? undefined : inside.reduce((sum, value) => sum + value / inside.length, 0)
  })
