import { textWidth } from './inter.ts'
import {
  type ChartBody,
  type Drawing,
  FONT_SIZE,
  LABEL_FORMAT,
  type Layer,
  LEGEND_ROW,
  largestOf,
  numberAxis,
  numberWidth,
  PADDING,
  plotHeight,
} from './picture-parts.ts'
import { localLabel } from './rules/local-text.ts'
import { type SeriesColours, seriesColours } from './series-colours.ts'

const LABELS_MAX = 400
/** Room for about five numbers, in px. */
const ROOM_UP = 480
/** Lines with more points get no point marks. */
const MARKED_MAX = 40
const LABEL_GAP = 10
const TILTED_LIMIT = 110
const LABEL_MIN = 40
/** Minimum distance between labels at line ends, in px. */
const LINE_LABEL_HEIGHT = 16
const LINE_LABELS_SHARE = 0.3
/** Width of a legend symbol with its spacing. */
const LEGEND_SIGN = 28

/** Vertical bars, grouped or stacked, and lines: labels are on the x axis. */
export const verticalChart = (drawing: Drawing): ChartBody => {
  const { picture, palette, width, locale } = drawing
  const series = seriesColours(picture, palette)
  const labels = [...new Set(picture.values.map(({ label }) => label))].slice(0, LABELS_MAX)
  const drawnLabels = new Set(labels)
  const rows = picture.values
    .filter(
      (value) => drawnLabels.has(value.label) && (value.series === undefined || series.names.includes(value.series)),
    )
    .map(({ label, value, series: name = '' }) => ({ label, value, series: name, order: series.names.indexOf(name) }))
  const ends = endLabels(drawing, rows, series)
  const largest = largestOf(rows.map(({ value }) => value))
  const room = width - 2 * PADDING - (ends?.width ?? 0) - numberWidth({ locale, largest }) - 2 * FONT_SIZE
  const x = labelAxis(drawing, labels, room)
  const y = {
    field: 'value',
    type: 'quantitative',
    axis: {
      ...numberAxis(picture.titles.y, drawing, { locale, largest, room: drawing.panel?.height ?? ROOM_UP }),
      ...(drawing.panel === undefined ? {} : { minExtent: drawing.panel.extent, titleLimit: drawing.panel.height }),
    },
    scale: largest === 0 ? { domain: [0, 1] } : { zero: true, nice: true },
  } as const
  const hasLegend = series.names.length > 0 && ends === undefined
  const legend = hasLegend ? legendOf(drawing, series) : null
  const drawn = { rows, series, legend: legend?.legend ?? null, x, y }
  const isLine = picture.type === 'line' || picture.type === 'lines'
  const leftOut = [
    ...(series.leftOut === 0 ? [] : [`${series.leftOut} more series are not drawn`]),
    ...(labels.length < new Set(picture.values.map(({ label }) => label)).size
      ? [`only the first ${LABELS_MAX} are drawn`]
      : []),
  ]
  return {
    height: plotHeight(drawing) + (legend?.height ?? 0),
    ...(leftOut.length === 0 ? {} : { note: leftOut.join(', ') }),
    layer: [
      ...(isLine ? lines(drawing, drawn) : bars(drawing, drawn)),
      ...(ends === undefined ? [] : [ends.layer(x, y)]),
    ],
  }
}

interface Row {
  readonly label: string
  readonly value: number | null
  readonly series: string
  readonly order: number
}

const labelAxis = ({ picture, locale }: Drawing, labels: readonly string[], room: number) => {
  const widest = Math.max(...labels.map((label) => textWidth(localLabel(label, locale), FONT_SIZE)))
  const fits = widest + LABEL_GAP <= room / labels.length
  const isInOrder = picture.type === 'line' || picture.type === 'lines' || picture.type === 'histogram'
  const isTilted = !fits && !isInOrder
  const domain = [...labels]
  return {
    field: 'label',
    type: 'ordinal',
    sort: null,
    // Vega-Lite turns a list in `sort` into an expression; `domain` does not.
    scale: { domain, ...(picture.type === 'histogram' ? { paddingInner: 0.04 } : {}) },
    axis: {
      title: picture.titles.x === '' ? null : picture.titles.x,
      ticks: false,
      labelPadding: 6,
      grid: false,
      formatType: LABEL_FORMAT,
      format: { locale },
      labelLimit: isTilted ? TILTED_LIMIT : Math.max(LABEL_MIN, room / 3),
      ...(isTilted ? ({ labelAngle: -40, labelAlign: 'right' } as const) : { labelAngle: 0 }),
      // In ordered labels, a hidden one can be inferred from its neighbours.
      labelOverlap: isInOrder || labels.length > room / (FONT_SIZE + 2) ? 'greedy' : false,
      labelFlush: isInOrder,
      labelSeparation: 6,
    },
  } as const
}

const legendOf = ({ picture, width }: Drawing, { names }: SeriesColours) => {
  const widest = Math.max(...names.map((name) => textWidth(name, FONT_SIZE)))
  const limit = Math.min(widest, Math.floor(width * LINE_LABELS_SHARE)) + 1
  const columns = Math.max(1, Math.min(names.length, Math.floor((width - 2 * PADDING) / (limit + LEGEND_SIGN))))
  const title = picture.titles.series === '' ? null : picture.titles.series
  return {
    height: (Math.ceil(names.length / columns) + (title === null ? 0 : 1)) * LEGEND_ROW,
    legend: { orient: 'top', direction: 'horizontal', title, columns, labelLimit: limit },
  } as const
}

type Legend = ReturnType<typeof legendOf>['legend'] | null

interface Drawn {
  readonly rows: readonly Row[]
  readonly series: SeriesColours
  readonly legend: Legend
  readonly x: ReturnType<typeof labelAxis>
  readonly y: object
}

const colourOf = ({ series, legend }: Drawn) =>
  ({
    field: 'series',
    type: 'nominal',
    sort: null,
    legend,
    scale: { domain: series.names, range: series.colours },
  }) as const

const bars = ({ picture, palette }: Drawing, drawn: Drawn): Layer[] => {
  const { rows, series, x, y } = drawn
  const data = { values: [...rows] }
  if (series.names.length === 0)
    return [
      { data, mark: { type: 'bar', color: palette.series[0] }, encoding: { x, y } },
      ...missingMarks(palette.muted, rows, { x }),
    ]
  const color = colourOf(drawn)
  // Without `order`, Vega-Lite derives one by an expression that contains series names.
  const order = { field: 'order', type: 'quantitative' } as const
  if (picture.type === 'stacked_bar') {
    // A stroke in the surface colour separates segments.
    const mark = { type: 'bar', stroke: palette.surface, strokeWidth: 1 } as const
    return [{ data, mark, encoding: { x, y: { ...y, stack: 'zero' }, color, order } }]
  }
  const offsets = { domain: series.names, paddingInner: 0.06 }
  const xOffset = { field: 'series', type: 'nominal', sort: null, scale: offsets } as const
  return [
    { data, mark: { type: 'bar' }, encoding: { x, xOffset, y, color, order } },
    ...missingMarks(palette.muted, rows, { x, xOffset }),
  ]
}

/** A dash marks a missing value; an absent bar would read as zero. */
const missingMarks = (color: string, rows: readonly Row[], along: object): Layer[] => {
  const values = rows.filter(({ value }) => value === null).map((row) => ({ ...row, text: '–' }))
  if (values.length === 0) return []
  const y = { datum: 0, type: 'quantitative' } as const
  const encoding = { ...along, y, text: { field: 'text', type: 'nominal' } } as const
  return [{ data: { values }, mark: { type: 'text', dy: -6, color }, encoding }]
}

const lines = ({ palette }: Drawing, drawn: Drawn): Layer[] => {
  const { rows, series, legend, x, y } = drawn
  const data = { values: [...rows] }
  const isMarked = new Set(rows.map(({ label }) => label)).size <= MARKED_MAX
  if (series.names.length === 0) {
    const color = palette.series[0]
    return [
      { data, mark: { type: 'line', color, strokeWidth: 2 }, encoding: { x, y } },
      ...(isMarked
        ? [{ data, mark: { type: 'point', filled: true, color, size: 36 }, encoding: { x, y } } as const]
        : []),
    ]
  }
  const color = colourOf(drawn)
  const kind = { field: 'series', type: 'nominal', sort: null, legend } as const
  const strokeDash = { ...kind, scale: { domain: series.names, range: series.dashes } }
  const shape = { ...kind, scale: { domain: series.names, range: series.shapes } }
  const marked = isMarked ? rows : lastOf(rows, series.names)
  return [
    { data, mark: { type: 'line', strokeWidth: 2 }, encoding: { x, y, color, strokeDash } },
    {
      data: { values: [...marked] },
      mark: { type: 'point', filled: true, size: 44 },
      encoding: { x, y, color, shape },
    },
  ]
}

/** The last point with a value, per series. */
const lastOf = (rows: readonly Row[], names: readonly string[]): readonly Row[] =>
  names.flatMap((name) => rows.findLast((row) => row.series === name && row.value !== null) ?? [])

/** Labels at line ends instead of a legend, if they do not overlap. */
const endLabels = (drawing: Drawing, rows: readonly Row[], { names }: SeriesColours) => {
  const { picture, palette, width } = drawing
  if (picture.type !== 'lines' || names.length === 0) return undefined
  const last = lastOf(rows, names)
  const room = Math.max(...last.map(({ series }) => textWidth(series, FONT_SIZE))) + LABEL_GAP
  const values = rows.map(({ value }) => value ?? 0)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const perUnit = (plotHeight(drawing) * 0.6) / Math.max(high - low, Number.MIN_VALUE)
  const heights = last.map(({ value }) => (value ?? 0) * perUnit).toSorted((a, b) => a - b)
  const areApart = heights.every((height, at) => at === 0 || height - (heights[at - 1] ?? 0) >= LINE_LABEL_HEIGHT)
  const endTogether = new Set(last.map(({ label }) => label)).size === 1
  if (!areApart || !endTogether || last.length < names.length || room > width * LINE_LABELS_SHARE) return undefined
  const mark = { type: 'text', align: 'left', dx: 8, color: palette.text } as const
  return {
    width: room,
    layer: (x: Drawn['x'], y: object): Layer => ({
      data: { values: last.map((row) => ({ ...row })) },
      mark,
      encoding: { x, y, text: { field: 'series', type: 'nominal' } },
    }),
  }
}
