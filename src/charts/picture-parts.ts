import type { TopLevelSpec } from 'vega-lite'
import { textWidth } from './inter.ts'
import type { ChartPicture } from './rules/chart-picture.ts'
import type { ChartPalette } from './rules/chart-theme.ts'
import { axisNumbers } from './rules/local-text.ts'

/** Everything that decides what a picture looks like. */
export interface Drawing {
  readonly picture: ChartPicture
  readonly palette: ChartPalette
  /** In CSS pixels. */
  readonly width: number
  /** A canonical BCP 47 tag. */
  readonly locale: string
  /** Of one of several below each other: how high its plot is, and how wide the widest of their numbers, in px. */
  readonly panel?: { readonly height: number; readonly extent: number }
}

type Layered = Extract<TopLevelSpec, { readonly layer: unknown }>
export type Layer = Layered['layer'][number]

/** What one kind of chart adds to what all have. */
export interface Body {
  readonly layer: Layer[]
  readonly height: number
  /** What of the values is not drawn, in words. */
  readonly note?: string
}

export const FONT_SIZE = 12
export const PADDING = 12
/** Of a chart with axes, in px. */
export const LEGEND_ROW = 20
const HEIGHT_MIN = 240
const HEIGHT_MAX = 480

export const plotHeight = ({ width, panel }: Pick<Drawing, 'width' | 'panel'>): number =>
  panel?.height ?? Math.round(Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, width * 0.56)))

/** Names of the formats in `draw-plot.ts`. */
export const NUMBER_FORMAT = 'localNumber'
export const LABEL_FORMAT = 'localLabel'

export interface NumberFormat {
  readonly locale: string
  /** The largest number of the axis. */
  readonly largest: number
}

export const largestOf = (numbers: readonly (number | null | undefined)[]): number =>
  numbers.reduce<number>((largest, one) => Math.max(largest, Math.abs(one ?? 0)), 0)

/** Px that a number and the space beside it take along an axis. */
const TICK_ROOM = 90
const TICKS_MAX = 8
const TITLE_MAX = 300

/** An axis of numbers, with lines across the plot. @param room along the axis, in px */
export const numberAxis = (
  title: string,
  { palette, width }: Drawing,
  { room, ...format }: NumberFormat & { readonly room: number },
) => ({
  title: title === '' ? null : title,
  titleLimit: Math.min(TITLE_MAX, width - 2 * PADDING),
  domain: false,
  ticks: false,
  labelPadding: 6,
  tickCount: Math.max(2, Math.min(TICKS_MAX, Math.floor(room / TICK_ROOM))),
  labelOverlap: 'greedy' as const,
  labelSeparation: 8,
  grid: true,
  gridColor: palette.line,
  formatType: NUMBER_FORMAT,
  format: { ...format },
})

/** How much room the labels of an axis of numbers take. */
export const numberWidth = ({ locale, largest }: NumberFormat): number => {
  const text = axisNumbers(locale, largest)
  return Math.max(textWidth(text(largest), FONT_SIZE), textWidth(text(-largest / 3), FONT_SIZE))
}
