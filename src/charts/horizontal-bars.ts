import { type ChartBody, type Drawing, LABEL_FORMAT, largestOf, numberAxis } from './picture-parts.ts'
import { localNumbers } from './rules/local-text.ts'

const BARS_MAX = 60
const BAR_STEP = 28
const AXES_HEIGHT = 76
const GAP = 6
/** Share of the width; longer labels are truncated. */
const LABELS_SHARE = 0.35

/** Horizontal bars, one below the other, each with its number. */
export const horizontalBars = (drawing: Drawing): ChartBody => {
  const { picture, palette, width, locale } = drawing
  const drawn = picture.values.slice(0, BARS_MAX)
  const leftOut = picture.values.length - drawn.length
  const number = localNumbers(
    drawn.map(({ value }) => value),
    locale,
  )
  const rows = drawn.map(({ label, value }, at) => ({
    at: String(at),
    label,
    value,
    text: value === null ? '–' : number(value),
  }))
  const largest = largestOf(drawn.map(({ value }) => value))
  const y = {
    field: 'label',
    type: 'nominal',
    sort: null,
    scale: { paddingInner: 0.25, paddingOuter: 0.15 },
    axis: {
      title: picture.titles.y === '' ? null : picture.titles.y,
      domain: false,
      ticks: false,
      labelPadding: 8,
      labelLimit: Math.floor(width * LABELS_SHARE),
      formatType: LABEL_FORMAT,
      format: { locale },
      labelOverlap: false,
    },
  } as const
  const values = drawn.map(({ value }) => value ?? 0)
  const scale = { domain: [Math.min(0, ...values), Math.max(0, ...values, largest === 0 ? 1 : 0)], nice: false }
  const axis = numberAxis(picture.titles.x, drawing, { locale, largest, room: width * (1 - LABELS_SHARE) })
  const x = { field: 'value', type: 'quantitative', scale, axis } as const
  const text = { type: 'text', align: 'left', dx: GAP, color: palette.text } as const
  // The number is to the right of its bar; for bars to the left of zero it is at zero.
  const positive = rows.filter(({ value }) => (value ?? 0) > 0)
  const notPositive = rows.filter(({ value }) => (value ?? 0) <= 0)
  return {
    height: rows.length * BAR_STEP + AXES_HEIGHT,
    ...(leftOut === 0 ? {} : { note: `${leftOut} more are not drawn` }),
    layer: [
      {
        data: { values: rows },
        mark: { type: 'bar', color: palette.series[0] },
        encoding: { x, y },
      },
      { data: { values: positive }, mark: text, encoding: { x, y, text: { field: 'text', type: 'nominal' } } },
      {
        data: { values: notPositive },
        mark: text,
        encoding: { x: { datum: 0, type: 'quantitative', scale }, y, text: { field: 'text', type: 'nominal' } },
      },
    ],
  }
}
